// What the page does with each part of a stream, in an order that the check
// decides.

import assert from "node:assert/strict";
import {calls, expectText, finished, holdStreams, openPage, partialEvent,
        resultEvent, send} from "./harness.mjs";

const INK = "rgb(28, 34, 38)";
const GREY = "rgb(87, 97, 106)";

function openHeld(harness) {
  return openPage(harness, {prepare: holdStreams});
}

function colour(page) {
  return page.evaluate(() => getComputedStyle(document.getElementById("output")).color);
}

// Types a text and waits until the page asks for its translation, as its call
// number `n`.
async function ask(page, text, n) {
  await page.fill("#source", text);
  await calls(page, n);
}

// Waits until the output is grey. Returns the time since the last call in ms.
function greyAfter(page) {
  return page.evaluate(async (grey) => {
    const output = document.getElementById("output");
    const {begun} = window.calls.at(-1);
    while (getComputedStyle(output).color !== grey) {
      if (performance.now() - begun > 10000) throw new Error("the output is not grey");
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - begun;
  }, GREY);
}

export const streamChecks = {
  async "a click on Translate never stops"(harness) {
    const page = await openHeld(harness);
    await page.$eval("#source", async (field) => {
      field.value = "One.";
      field.dispatchEvent(new Event("input", {bubbles: true}));
      while (window.calls.length < 1) {
        await new Promise((resolve) => { setTimeout(resolve, 5); });
      }
      document.getElementById("translate").click();
    });
    await calls(page, 2);
    await send(page, resultEvent("Uno."), {end: true});
    await finished(page);
    assert.equal(await page.textContent("#output"), "Uno.");
  },

  async "never shows late results of an earlier text"(harness) {
    const page = await openHeld(harness);
    await ask(page, "One.", 1);
    await send(page, partialEvent("Viejo."));
    await expectText(page, "#output", /^Viejo\.$/);
    await page.focus("#source");
    await page.keyboard.insertText("Two.");
    assert.equal(await page.evaluate(() => window.calls[0].signal.aborted), true);
    // The new request is not sent yet: the page waits for a pause in typing.
    await send(page, partialEvent("Tarde.", 4), {call: 0});
    await calls(page, 2);
    await send(page, partialEvent("Nuevo."));
    await expectText(page, "#output", /^Nuevo\.$/);
    await send(page, partialEvent("Tarde.", 8) + resultEvent("Viejo."), {call: 0, end: true});
    await send(page, partialEvent("Dos.", 4));
    await expectText(page, "#output", /Dos/);
    assert.equal(await page.textContent("#output"), "Nuevo.Dos.");
    await send(page, resultEvent("Nuevo dos."), {end: true});
    await finished(page);
    assert.equal(await page.textContent("#output"), "Nuevo dos.");
    assert.equal(await page.isVisible("#notice"), false);
  },

  async "never shows results of a text that a person cleared"(harness) {
    const page = await openHeld(harness);
    await ask(page, "One.", 1);
    await page.click("#clear");
    assert.equal(await page.evaluate(() => window.calls[0].signal.aborted), true);
    await send(page, partialEvent("Viejo.") + resultEvent("Viejo."), {end: true});
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    assert.equal(await page.textContent("#output"), "");
    assert.equal(await page.textContent("#status"), "");
  },

  async "never shows late errors of an earlier text"(harness) {
    const page = await openHeld(harness);
    await ask(page, "One.", 1);
    await ask(page, "Two.", 2);
    await send(page, 'event: error\ndata: {"error":{"code":504,"message":"late"}}\n\n',
               {call: 0, end: true});
    await send(page, resultEvent("Dos."), {end: true});
    await finished(page);
    assert.equal(await page.textContent("#output"), "Dos.");
    assert.equal(await page.isVisible("#notice"), false);
  },

  async "reads the last lines of a stream without a final newline"(harness) {
    const page = await openHeld(harness);
    await ask(page, "One.", 1);
    await send(page, partialEvent("Uno."));
    await send(page, resultEvent("Único, por último: ¡ñ!").trimEnd(), {end: true});
    await finished(page);
    assert.equal(await page.textContent("#output"), "Único, por último: ¡ñ!");
    assert.equal(await page.isVisible("#notice"), false);
  },

  async "says that a stream ended early, and gives up after some attempts"(harness) {
    const page = await openHeld(harness);
    await ask(page, "One. Two.", 1);
    await send(page, partialEvent("Uno.") + partialEvent("Dos.", 5).trimEnd(), {end: true});
    await expectText(page, "#notice-text", /ended before it was complete\. Trying again/);
    assert.equal(await page.textContent("#output"), "Uno. Dos.");
    for (const [n, body] of [[2, ""], [3, resultEvent("Uno.").slice(0, 40)], [4, "event: result"]]) {
      await calls(page, n);
      await send(page, body, {end: true});
    }
    await expectText(page, "#notice-text", /ended before it was complete\.$/);
    await page.click("#notice-action");
    await calls(page, 5);
    await send(page, resultEvent("Uno. Dos."), {end: true});
    await finished(page);
    assert.equal(await page.isVisible("#notice"), false);
  },

  async "greys the earlier translation while the next one takes long"(harness) {
    const page = await openHeld(harness);
    await ask(page, "One.", 1);
    await send(page, resultEvent("Uno."), {end: true});
    await finished(page);

    await ask(page, "Two.", 2);
    assert.equal(await page.evaluate(() => window.calls[1].colour), INK);
    const delay = await greyAfter(page);
    assert.ok(delay > 300 && delay < 10000, `grey after ${delay} ms`);
    assert.equal(await page.textContent("#output"), "Uno.");
    await page.click("#output .segment");
    assert.equal(await page.isVisible("#details"), false);
    await send(page, resultEvent("Dos."), {end: true});
    await finished(page);
    assert.equal(await colour(page), INK);

    await ask(page, "Three.", 3);
    await greyAfter(page);
    await send(page, partialEvent("Tres."));
    await expectText(page, "#output", /^Tres\.$/);
    assert.equal(await colour(page), INK);

    await ask(page, "Four.", 4);
    await greyAfter(page);
    await send(page, 'event: error\ndata: {"error":{"code":504,"message":"late"}}\n\n', {end: true});
    await expectText(page, "#notice-text", /took too long/);
    assert.equal(await page.textContent("#output"), "Tres.");
    assert.equal(await colour(page), INK);

    await ask(page, "Five.", 5);
    await greyAfter(page);
    await page.click("#translate");
    await expectText(page, "#status", /^Stopped$/);
    assert.equal(await colour(page), INK);
  },
};
