// What the page does when something fails, and who may use it.

import assert from "node:assert/strict";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expectText, finished, openPage, TEXT, translate} from "./harness.mjs";
import {Server} from "./server.mjs";

const MIB = 1 << 20;

async function withServer(harness, flags, check) {
  const server = await Server.start(harness.binary, harness.model, {flags});
  try {
    await check(server);
    for (const page of harness.pages.splice(0)) {
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
  } finally {
    await server.stop();
  }
}

// A text of `bytes` bytes with different sentences.
function longText(bytes) {
  const sentences = [];
  for (let i = 0, size = 0; size < bytes; ++i) {
    sentences.push(`The house number ${i} is on the hill. `);
    size += sentences.at(-1).length;
  }
  return sentences.join("").slice(0, bytes);
}

export const failureChecks = {
  async "asks for a token, and keeps it in this tab only"(harness) {
    const directory = mkdtempSync(join(tmpdir(), "page-"));
    const file = join(directory, "tokens");
    writeFileSync(file, "a-token-of-the-check-0123456789\n");
    try {
      await withServer(harness, ["--token-file", file], async (server) => {
        const page = await openPage(harness, {server, expectErrors: true});
        await expectText(page, "#notice-text", /needs a valid token/);
        await page.click("#notice-action");
        assert.equal(await page.evaluate(() => document.activeElement.id), "token");
        await page.keyboard.type("wrong");
        await page.keyboard.press("Enter");
        await expectText(page, "#notice-text", /needs a valid token/);
        await page.fill("#token", "a-token-of-the-check-0123456789");
        await page.keyboard.press("Enter");
        await page.waitForSelector("#notice", {state: "hidden"});
        assert.match(await translate(page, TEXT), /casa blanca/);
        const stored = await page.evaluate(() => [
          Object.values(sessionStorage), Object.values(localStorage), document.cookie,
          location.href]);
        assert.deepEqual(stored, [["a-token-of-the-check-0123456789"], [], "", server.url]);
        await page.reload();
        assert.match(await translate(page, "Good morning."), /Buenos/);
      });
    } finally {
      rmSync(directory, {recursive: true});
    }
  },

  async "waits as long as a busy server says"(harness) {
    const page = await openPage(harness, {expectErrors: true});
    let refused = 0;
    await page.route(/v1\/translate/, (route) => {
      if (refused > 0) return route.continue();
      refused = performance.now();
      return route.fulfill({
        status: 429, headers: {"Retry-After": "2"}, contentType: "application/json",
        body: JSON.stringify({error: {code: 429, message: "the queue is full"}})});
    });
    await page.fill("#source", "Good morning.");
    await expectText(page, "#notice-text", /busy.* 2 s/);
    await expectText(page, "#output", /^Buenos días\.$/);
    assert.ok(performance.now() - refused > 1900, "it did not wait");
    assert.equal(await page.isVisible("#notice"), false);
  },

  async "says why a server refuses for good"(harness) {
    const page = await openPage(harness, {expectErrors: true});
    await page.route(/v1\/translate/, (route) => route.fulfill({
      status: 429, contentType: "application/json",
      body: JSON.stringify({error: {code: 429, message: "the quota is used up"}})}));
    await page.fill("#source", "Good morning.");
    await expectText(page, "#notice-text", /^The server cannot do this now: the quota is used up$/);
  },

  async "says that a text is too long"(harness) {
    await withServer(harness, ["--max-text-bytes", "1000"], async (server) => {
      const page = await openPage(harness, {server, expectErrors: true});
      await page.fill("#source", longText(1500));
      await expectText(page, "#notice-text", /refused the text.*1500.*1000/);
      assert.match(await translate(page, "Good morning."), /Buenos/);
      assert.equal(await page.isVisible("#notice"), false);
    });
    const page = await openPage(harness, {expectErrors: true});
    // Typing or pasting takes ten seconds, one long line half a minute. Neither is
    // the concern of this check.
    await page.$eval("#source", (field, value) => {
      field.value = value;
      field.dispatchEvent(new Event("input", {bubbles: true}));
    }, `${"á".repeat(4095)}\n`.repeat(3 * MIB / 4096));
    await expectText(page, "#count", /^3,145,728 characters$/);
    await page.click("#translate");
    await expectText(page, "#notice-text", /too long for this server/);
  },

  async "an error of a text is shown"(harness) {
    const page = await openPage(harness);
    await page.route(/v1\/translate/, (route) => route.fulfill({
      contentType: "text/event-stream",
      body: 'event: result\ndata: {"results":[{"error":{"code":5,"message":"no model"}}]}\n\n'}));
    await page.fill("#source", "Good morning.");
    await expectText(page, "#notice-text", /does not translate this\. no model/);
  },

  async "a stream that breaks or ends with an error is no translation"(harness) {
    const page = await openPage(harness, {expectErrors: true});
    const partial = 'event: partial\ndata: {"source":{"end":4},"translation":"Uno."}\n\n';
    let body = `${partial}event: error\ndata: {"error":{"code":504,"message":"late"}}\n\n`;
    await page.route(/v1\/translate/, (route) => route.fulfill(
        {contentType: "text/event-stream", body}));
    await page.fill("#source", "One. Two.");
    await expectText(page, "#notice-text", /took too long/);
    body = partial;
    await page.click("#notice-action");
    await expectText(page, "#notice-text", /ended before it was complete\. Trying again/);
    await page.unroute(/v1\/translate/);
    await finished(page);
    assert.equal(await page.isVisible("#notice"), false);
  },

  async "recovers when the server comes back"(harness) {
    let server = await Server.start(harness.binary, harness.model);
    const {port} = server;
    try {
      const page = await openPage(harness, {server, expectErrors: true});
      await translate(page, "Good morning.");
      await server.stop("SIGKILL");
      await page.fill("#source", "The white house is on the hill.");
      await expectText(page, "#notice-text", /does not answer/);
      assert.equal(await page.textContent("#output"), "Buenos días.");
      server = await Server.start(harness.binary, harness.model, {port});
      await expectText(page, "#output", /casa blanca/);
      await page.waitForSelector("#notice", {state: "hidden"});
    } finally {
      await server.stop();
    }
  },

  async "fills the languages when a server that was away comes back"(harness) {
    let server = await Server.start(harness.binary, harness.model);
    const {port} = server;
    let letAsk;
    const isAway = new Promise((resolve) => { letAsk = resolve; });
    try {
      const page = await openPage(harness, {
        server, expectErrors: true,
        prepare: (p) => p.route(/v1\/languages/, async (route) => {
          await isAway;
          await route.continue();
        })});
      await server.stop("SIGKILL");
      letAsk();
      await expectText(page, "#notice-text", /does not answer\. Trying again/);
      assert.equal(await page.locator("#target-language option").count(), 0);
      await page.selectOption("#interface", "es");
      await expectText(page, "#notice-text", /no responde\. Se intenta otra vez/);
      server = await Server.start(harness.binary, harness.model, {port});
      await page.waitForSelector("#notice", {state: "hidden"});
      assert.equal(await page.locator("#target-language option").count(), 2);
    } finally {
      await server.stop();
    }
  },

  async "translates the text that a person types while the server is away"(harness) {
    const page = await openPage(harness, {
      expectErrors: true,
      prepare: (p) => p.route(/v1\/languages|readyz/, (route) => route.abort())});
    await expectText(page, "#notice-text", /does not answer/);
    await page.fill("#source", "Good evening.");
    await page.fill("#source", "");
    assert.equal(await page.isVisible("#notice"), true);
    const asked = page.waitForRequest(/v1\/languages/);
    await page.fill("#source", "Good morning.");
    await asked;
    await expectText(page, "#notice-text", /does not answer/);
    await page.unroute(/v1\/languages|readyz/);
    await expectText(page, "#output", /^Buenos días\.$/);
    assert.equal(await page.isVisible("#notice"), false);
    assert.equal(await page.locator("#target-language option").count(), 2);
  },

  // A server that is ready may still fail. The page must not give up then, and
  // must not ask faster.
  async "tries again with pauses that grow"(harness) {
    const times = [];
    const page = await openPage(harness, {
      expectErrors: true,
      prepare: (p) => p.route(/v1\/languages/, (route) => {
        times.push(performance.now());
        return times.length < 5 ? route.fulfill({status: 503, body: ""}) : route.continue();
      })});
    await expectText(page, "#notice-text", /starting or stopping\. Trying again/);
    await page.waitForSelector("#notice", {state: "hidden"});
    assert.equal(await page.locator("#target-language option").count(), 2);
    assert.equal(times.length, 5);
    const pauses = times.slice(1).map((time, i) => time - times[i]);
    [500, 1000, 2000, 3000].forEach((wait, i) => assert.ok(
        pauses[i] > 0.95 * wait, `pauses of ${pauses} ms`));
  },

  async "takes a paste of 1 MiB"(harness) {
    const page = await openPage(harness, {
      permissions: ["clipboard-read", "clipboard-write"]});
    const text = longText(MIB);
    await page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await page.focus("#source");
    const begun = performance.now();
    await page.keyboard.press("Control+V");
    await expectText(page, "#count", /^1,048,576 characters$/);
    await expectText(page, "#status", /press Translate/);
    console.log(`    pasted in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    await page.keyboard.press("Control+Enter");
    await expectText(page, "#status", /Translating… [\d,]+ sentences/);
    // The page answers while sentences arrive.
    const asked = performance.now();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    assert.ok(performance.now() - asked < 10000, "the page stalls");
    await page.waitForFunction(
        () => document.querySelectorAll("#output .partial").length > 300);
    await page.click("#translate");
    await expectText(page, "#status", /^Stopped$/);
    assert.match(await page.textContent("#output"), /casa/);
    assert.match(await translate(page, "Good morning."), /^Buenos días\.$/);
  },

  async "shows the whole translation of a long text"(harness) {
    const page = await openPage(harness);
    const text = longText(60000);
    await page.fill("#source", text);
    await page.click("#translate");
    await finished(page);
    const numbers = (await page.textContent("#output")).match(/\d+/g).map(Number);
    const expected = text.match(/\d+/g).map(Number);
    assert.equal(numbers.length, expected.length);
    assert.deepEqual(numbers.slice(0, 50), expected.slice(0, 50));
  },
};
