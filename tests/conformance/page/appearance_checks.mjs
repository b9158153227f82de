// How the page looks and reads: languages, dark mode, phones, accessibility.

import assert from "node:assert/strict";
import {join} from "node:path";
import {answerWith, expectText, openPage, translate} from "./harness.mjs";

const SAMPLE = `The white house is on the hill. The train leaves at 10:30.
Send {count} copies to ana@example.org.

Where is the nearest train station?`;

const VIEWS = {
  light: {colorScheme: "light"},
  dark: {colorScheme: "dark"},
  phone: {colorScheme: "light", viewport: {width: 390, height: 844},
          deviceScaleFactor: 2, hasTouch: true, isMobile: true},
  phone_dark_spanish: {colorScheme: "dark", viewport: {width: 390, height: 844},
                       deviceScaleFactor: 2, hasTouch: true, isMobile: true, locale: "es-ES"},
};

async function expectAccessible(harness, page, name) {
  const {violations} = await new harness.AxeBuilder({page}).analyze();
  const serious = violations.filter(({impact}) => impact === "serious" || impact === "critical");
  for (const {id, impact, nodes} of violations) {
    console.log(`    ${name}: ${impact} ${id}: ${nodes.map((n) => n.html).join(" ")}`);
  }
  assert.deepEqual(serious.map(({id}) => id), []);
}

// axe accepts a label that only screen readers see.
async function expectVisibleLabel(page) {
  assert.equal(await page.$eval("label[for=source]", (label) => {
    const {left, top, width, height} = label.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === label;
  }), true);
}

async function expectFits(page) {
  const [content, window] = await page.evaluate(
      () => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(content <= window, `the content has ${content} pixels in ${window}`);
}

function looks([name, options]) {
  return async (harness) => {
    const page = await openPage(harness, options);
    await expectVisibleLabel(page);
    await expectAccessible(harness, page, `${name}, empty`);
    await translate(page, SAMPLE);
    await page.screenshot({path: join(harness.out, `${name}.png`)});
    await page.click("#glossary summary");
    await page.click("#access summary");
    await page.click("#output .segment >> nth=1");
    await page.waitForSelector(".alternative");
    await page.click("#details .row button:not(.plain)");
    await page.waitForSelector(".heatmap");
    await expectFits(page);
    await page.screenshot({path: join(harness.out, `${name}_details.png`), fullPage: true});
    await expectAccessible(harness, page, `${name}, details`);
    await page.route(/v1\/translate/, (route) => route.fulfill(
        {status: 400, contentType: "application/json",
         body: '{"error":{"code":400,"message":"texts[0] has 2000000 bytes"}}'}));
    page.problems = [];
    await page.fill("#source", "Another text.");
    await expectText(page, "#notice-text", /2000000/);
    await page.screenshot({path: join(harness.out, `${name}_error.png`)});
    await expectAccessible(harness, page, `${name}, error`);
    page.problems = page.problems.filter((problem) => !/400/.test(problem));
  };
}

export const appearanceChecks = {
  ...Object.fromEntries(Object.entries(VIEWS).map(
      (view) => [`looks right and is accessible: ${view[0]}`, looks(view)])),

  async "speaks Spanish to Spanish browsers, and switches"(harness) {
    const page = await openPage(harness, {locale: "es-MX"});
    await expectText(page, "#translate", /^Traducir$/);
    assert.equal(await page.getAttribute("html", "lang"), "es");
    await translate(page, "Good morning.");
    await expectText(page, "#source-language option:checked", /^Detectado: Inglés$/);
    await page.selectOption("#interface", "en");
    await expectText(page, "#translate", /^Translate$/);
    await expectText(page, "#source-language option:checked", /^Detected: English$/);
    await page.reload();
    await expectText(page, "#translate", /^Translate$/);
  },

  async "writes languages from right to left"(harness) {
    const page = await openPage(harness, {prepare: (p) => p.route(/v1\/languages/, (route) =>
      route.fulfill({json: {pairs: [
        {sourceLanguage: "en", targetLanguage: "ar", sourceName: "English", targetName: "Arabic"},
        {sourceLanguage: "ar", targetLanguage: "en", sourceName: "Arabic", targetName: "English"}]}}))});
    const text = "صباح الخير.";
    const end = new TextEncoder().encode(text).length;
    await answerWith(page, {targetLanguage: "ar", results: [{translations: {hypotheses: [
      {text, segments: [{source: {end: 13}, target: {end}}]}]}}]});
    await page.selectOption("#target-language", "ar");
    assert.equal(await translate(page, "Good morning."), text);
    assert.equal(await page.getAttribute("#output", "lang"), "ar");
    assert.equal(await page.evaluate(
        () => getComputedStyle(document.getElementById("output")).direction), "rtl");
    await page.click("#swap");
    assert.equal(await page.inputValue("#source"), text);
    assert.equal(await page.evaluate(
        () => getComputedStyle(document.getElementById("source")).direction), "rtl");
    await page.screenshot({path: join(harness.out, "right_to_left.png")});
  },

  async "offers the other language for a text that needs no translation"(harness) {
    const page = await openPage(harness);
    await page.fill("#source", "¿Dónde está la estación de trenes más cercana, por favor?");
    await expectText(page, "#notice-text", /seems to be in Spanish already/);
    await page.click("#notice-action");
    await expectText(page, "#output", /station/);
    assert.equal(await page.inputValue("#target-language"), "en");
  },

  // The picture of README.md, which has less than 200 kB.
  async "makes the picture of the documentation"(harness) {
    const page = await openPage(harness, {viewport: {width: 1200, height: 640}});
    await translate(page, SAMPLE);
    await page.hover("#output [data-word]:text-is('blanca')");
    const picture = await page.screenshot({path: join(harness.out, "page.png")});
    assert.ok(picture.length < 200000, `${picture.length} bytes`);
  },
};
