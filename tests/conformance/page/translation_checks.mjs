// What a person does with a translation.

import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {answerWith, expectText, finished, openPage, TEXT, translate} from "./harness.mjs";

export const translationChecks = {
  async "translates and detects the language"(harness) {
    const page = await openPage(harness);
    assert.match(await translate(page, TEXT), /casa blanca.*estación/);
    await expectText(page, "#source-language option:checked", /^Detected: English$/);
    assert.match(await page.textContent("#status"), /^2 sentences in \d/);
    assert.equal(await page.getAttribute("#output", "lang"), "es");
    await page.click("#clear");
    assert.equal(await page.textContent("#output"), "");
  },

  async "keeps the shape of a text"(harness) {
    const page = await openPage(harness);
    const output = await translate(page, "Good morning.\n\n  - The train.\n  - The 🎉 house.");
    assert.match(output, /^Buenos días\.\n\n {2}- .+\n {2}- .*🎉/);
  },

  async "shows sentences as they finish"(harness) {
    const page = await openPage(harness);
    await page.evaluate(() => {
      window.seen = [];
      new MutationObserver(() => {
        const n = document.querySelectorAll("#output .partial").length;
        if (n > 0) window.seen.push(n);
      }).observe(document.getElementById("output"), {childList: true});
    });
    const sentences = Array.from({length: 60}, (_, i) => `There are ${i + 2} houses on the hill.`);
    const output = await translate(page, sentences.join(" "));
    const seen = await page.evaluate(() => window.seen);
    assert.ok(seen.length > 1 && seen[0] < 60, `sentences at a time: ${seen}`);
    const numbers = output.match(/\d+/g).map(Number);
    assert.deepEqual(numbers, sentences.map((_, i) => i + 2));
  },

  async "a changed text cancels its translation"(harness) {
    const page = await openPage(harness);
    const aborted = [];
    page.on("requestfailed", (request) => aborted.push(request.failure().errorText));
    const asked = page.waitForRequest(/v1\/translate/);
    await page.fill("#source", Array.from({length: 5000}, (_, i) => `The old man has ${i} boats.`).join(" "));
    await page.click("#translate");
    await asked;
    await translate(page, "Good morning.");
    assert.equal(await page.textContent("#output"), "Buenos días.");
    // On a slow machine the new text is asked for twice, the first time in vain.
    assert.ok(aborted.length > 0 && aborted.every((error) => error === "net::ERR_ABORTED"), `${aborted}`);
  },

  async "swaps the languages and the texts"(harness) {
    const page = await openPage(harness);
    const output = await translate(page, "The white house is on the hill.");
    await page.click("#swap");
    assert.equal(await page.inputValue("#source"), output);
    assert.equal(await page.inputValue("#source-language"), "es");
    assert.equal(await page.inputValue("#target-language"), "en");
    await expectText(page, "#output", /house.*hill/);
  },

  async "a swap keeps a text that is not translated yet"(harness) {
    const page = await openPage(harness);
    await translate(page, "The white house is on the hill.");
    await page.$eval("#source", (field) => {
      field.value = "El tren llega tarde.";
      field.dispatchEvent(new Event("input", {bubbles: true}));
      document.getElementById("swap").click();
    });
    assert.equal(await page.inputValue("#source"), "El tren llega tarde.");
    assert.equal(await page.inputValue("#target-language"), "en");
  },

  async "marks words that belong together"(harness) {
    const page = await openPage(harness);
    await translate(page, "The white house is on the hill. Good morning.");
    await page.hover("#output [data-word]:text-is('blanca')");
    assert.equal(await page.textContent("#backdrop mark.aligned"), "white");
    assert.deepEqual(await page.locator("#output .aligned").allTextContents(), ["blanca"]);
    await page.mouse.move(5, 5);
    assert.equal(await page.locator("mark").count(), 0);
    await page.focus("#source");
    await page.evaluate(() => document.getElementById("source").setSelectionRange(12, 12));
    await expectText(page, "#output .aligned", /^casa$/);
    assert.equal(await page.textContent("#backdrop mark.aligned"), "house");
  },

  async "offers alternatives of a sentence"(harness) {
    const page = await openPage(harness);
    await translate(page, TEXT);
    await page.click("#output .segment >> nth=1");
    await page.waitForSelector(".alternative >> nth=1");
    const first = page.locator(".alternative >> nth=0");
    assert.equal(await first.getAttribute("aria-pressed"), "true");
    const other = page.locator(".alternative >> nth=1");
    const text = await other.textContent();
    await other.click();
    assert.equal(await page.textContent("#output .segment >> nth=1"), text);
    assert.equal(await other.getAttribute("aria-pressed"), "true");
    assert.match(await page.textContent("#output .segment >> nth=0"), /casa blanca/);
  },

  async "shows the attention of a sentence"(harness) {
    const page = await openPage(harness);
    await translate(page, "The white house.");
    await page.click("#output .segment");
    await page.click("text=Show attention");
    await page.waitForSelector(".heatmap");
    await expectText(page, ".attention p", /row is a piece of the translation.*stronger the colour/);
    const sums = () => page.$$eval(".heatmap tbody tr", (rows) => rows.map((row) =>
      [...row.querySelectorAll(".heat")].reduce((sum, box) => sum + Number(box.style.opacity), 0)));
    for (const sum of await sums()) assert.ok(Math.abs(sum - 1) < 0.02, `a row has ${sum}`);
    const before = await page.$$eval(".heat", (boxes) => boxes.map((b) => b.style.opacity).join());
    await page.selectOption("label:has-text('Head') select", {index: 1});
    const after = await page.$$eval(".heat", (boxes) => boxes.map((b) => b.style.opacity).join());
    assert.notEqual(before, after);
  },

  async "shows what was copied"(harness) {
    const page = await openPage(harness);
    await translate(page, "The train leaves at 10:30. Send {count} copies to ana@example.org.");
    assert.deepEqual(await page.locator("#output .kept").allTextContents(),
                     ["10:30", "{count}", "ana@example.org"]);
    assert.match(await page.getAttribute("#output .kept >> nth=1", "title"), /^Placeholder: /);
    await page.click("#output .segment >> nth=1");
    await expectText(page, "#details .kept-list", /ana@example\.org E-mail address/);
  },

  async "uses the terms of the glossary"(harness) {
    const page = await openPage(harness);
    await page.click("#glossary summary");
    await page.fill(".term-source", "house");
    await page.fill(".term-target", "mansión");
    assert.match(await translate(page, "The white house is old."), /mansión/);
    assert.equal(await page.textContent("#output .term"), "mansión");
    await page.click("#output .segment");
    await expectText(page, "#details .kept-list", /house/);
    await page.click("[title='Remove the term']");
    await page.waitForFunction(() => !/mansión/.test(document.getElementById("output").textContent));
    await finished(page);
    assert.match(await page.textContent("#output"), /casa/);
  },

  async "says what a person should check"(harness) {
    const page = await openPage(harness);
    const span = (begin, end) => ({begin, end});
    const segment = (at, more) => ({source: span(at, at + 4), target: span(at, at + 4), ...more});
    await answerWith(page, {results: [{translations: {hypotheses: [{
      text: "uno. dos. tre. cua. cin.", segments: [
        segment(0, {flags: ["SEGMENT_FLAG_LOW_COVERAGE"]}),
        segment(5, {finishReason: "FINISH_REASON_REPETITION"}),
        segment(10, {flags: ["SEGMENT_FLAG_REPAIR_INCOMPLETE"],
                     protectedSpans: [{kind: "PROTECTED_KIND_NUMBER", source: span(10, 13),
                                       step: "PROTECTION_STEP_NOT_KEPT"}]}),
        segment(15, {terms: [{source: span(15, 18), step: "PROTECTION_STEP_NOT_KEPT"}]}),
        segment(20, {flags: ["SEGMENT_FLAG_OF_TOMORROW"]})]}]}}]});
    await translate(page, "one. two. thr. fou. fiv.");
    const found = await page.locator("#finding-list li > span").allTextContents();
    for (const part of [/may be missing/, /repeats itself/, /no time/, /Not kept: thr/,
                        /Term not used: fou/, /SEGMENT_FLAG_OF_TOMORROW/]) {
      assert.ok(found.some((text) => part.test(text)), `${part} in ${found}`);
    }
    assert.equal(await page.locator("#output .warning").count(), 5);
    await page.click("#finding-list button >> nth=1");
    await expectText(page, "#details .finding", /repeats itself/);
  },

  async "translates HTML and Markdown"(harness) {
    const page = await openPage(harness);
    await page.check("[value=TEXT_FORMAT_HTML]", {force: true});
    assert.match(await translate(page, "<p>The <b>white</b> house.</p><img src=x onerror=alert(1)>"),
                 /^<p>La .*<b>.*blanca<\/b>.*<\/p><img src=x onerror=alert\(1\)>$/);
    assert.equal(await page.locator("#output img, #output b").count(), 0);
    await page.check("[value=TEXT_FORMAT_MARKDOWN]", {force: true});
    assert.match(await translate(page, "# Good morning\n\nThe *white* house. `code`"),
                 /^# .+\n\n.*\*.+\*.*`code`/);
  },

  async "copies and downloads"(harness) {
    const page = await openPage(harness, {permissions: ["clipboard-read", "clipboard-write"]});
    const output = await translate(page, "Good morning.\nThe white house.");
    await page.click("#copy");
    await expectText(page, "#status", /^Copied$/);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), output);
    const waiting = page.waitForEvent("download");
    await page.click("#download");
    const download = await waiting;
    assert.equal(download.suggestedFilename(), "translation.es.txt");
    assert.equal(readFileSync(await download.path(), "utf8"), output);
  },

  async "works with the keyboard"(harness) {
    const page = await openPage(harness);
    await page.focus("#source");
    await page.keyboard.type("The white house. Good morning.");
    await page.keyboard.press("Control+Enter");
    await finished(page);
    await page.focus("#output .segment >> nth=0");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Buenos días.");
    assert.equal(await page.evaluate(
        () => getComputedStyle(document.activeElement).outlineStyle), "solid");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#details .alternative");
    await page.keyboard.press("Escape");
    assert.equal(await page.isVisible("#details"), false);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Buenos días.");
    await page.focus("#interface");
    const order = [];
    for (let i = 0; i < 5; ++i) {
      await page.keyboard.press("Tab");
      order.push(await page.evaluate(
          () => document.activeElement.id || document.activeElement.name));
    }
    assert.deepEqual(order, ["source-language", "swap", "target-language", "format", "source"]);
  },
};
