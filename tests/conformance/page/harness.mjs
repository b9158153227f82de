// What every check of the page uses: the browser, a page that reports its
// errors, and comparisons that wait.

import assert from "node:assert/strict";

export const TEXT = "The white house is on the hill. Where is the nearest train station?";
const WAIT_MS = 30000;

// Opens the page of `server` in a new context, which has no storage. Fails the
// check if the page logs an error or asks another host.
export async function openPage(harness, {server = harness.server, expectErrors = false,
                                         prepare = null, ...options} = {}) {
  const context = await harness.browser.newContext({
    locale: "en-US", viewport: {width: 1200, height: 860}, ...options});
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error.stack)));
  page.on("console", (message) => {
    if (message.type() === "error" && !expectErrors) {
      page.problems.push(message.text());
    }
  });
  page.on("request", (request) => {
    const {origin, protocol} = new URL(request.url());
    if (origin !== new URL(server.url).origin && !["data:", "blob:"].includes(protocol)) {
      page.problems.push(`a request to ${request.url()}`);
    }
  });
  if (prepare) await prepare(page);
  await page.goto(server.url);
  await page.waitForFunction(
      () => document.documentElement.lang !== "" &&
          document.getElementById("translate").textContent !== "");
  harness.pages.push(page);
  return page;
}

// Types a text and waits for its whole translation.
export async function translate(page, text) {
  await page.fill("#source", text);
  await finished(page);
  return page.textContent("#output");
}

export function finished(page) {
  return page.waitForFunction(() => /\d/.test(document.getElementById("status").textContent) &&
      document.querySelector("#output[aria-busy=false] .segment") !== null);
}

// Waits until the text of an element matches.
export async function expectText(page, selector, expected) {
  try {
    await page.waitForFunction(
        ([css, source, flags]) => new RegExp(source, flags).test(
            document.querySelector(css)?.textContent ?? ""),
        [selector, expected.source, expected.flags]);
  } catch {
    assert.match(await page.textContent(selector), expected);
    throw new Error(`${selector} matched ${expected} too late`);
  }
}

// Answers the translations of a page with `response`.
export async function answerWith(page, response) {
  await page.route(/v1\/translate/, async (route) => {
    const isStream = route.request().url().endsWith(":stream");
    await route.fulfill({
      contentType: isStream ? "text/event-stream" : "application/json",
      body: isStream ? `event: result\ndata: ${JSON.stringify(response)}\n\n`
        : JSON.stringify(response)});
  });
}

// The translations of this page stay open until the check sends their events
// with `send`. A request does not end when the page aborts the request, as if
// the answer were on its way already.
export async function holdStreams(page) {
  await page.addInitScript(() => {
    const send = window.fetch;
    window.calls = [];
    window.fetch = (path, options) => {
      if (!path.startsWith("v1/translate")) return send(path, options);
      const output = document.getElementById("output");
      const call = {
        signal: options.signal, begun: performance.now(),
        colour: getComputedStyle(output).color};
      const body = new ReadableStream({start: (stream) => { call.stream = stream; }});
      window.calls.push(call);
      return Promise.resolve(new Response(body, {headers: {"Content-Type": "text/event-stream"}}));
    };
  });
}

// Waits for a number of translations that the page has asked for.
export function calls(page, n) {
  return page.waitForFunction((count) => window.calls.length === count, n);
}

// Sends bytes of the answer to a call, by default the last one. Then ends the
// answer, if wanted.
export function send(page, text, {call = -1, end = false} = {}) {
  return page.evaluate(([body, index, isEnd]) => {
    const {stream} = window.calls.at(index);
    // One byte in a piece, so that pieces divide lines and characters.
    for (const byte of new TextEncoder().encode(body)) stream.enqueue(new Uint8Array([byte]));
    if (isEnd) stream.close();
  }, [text, call, end]);
}

// Returns the text of an event that translates source bytes [begin, begin + 4).
export function partialEvent(translation, begin = 0) {
  return `event: partial\ndata: ${JSON.stringify(
      {source: {begin, end: begin + 4}, translation})}\n\n`;
}

// Returns the text of the event that ends a translation of one sentence.
export function resultEvent(text) {
  const end = new TextEncoder().encode(text).length;
  return `event: result\ndata: ${JSON.stringify({results: [{translations: {hypotheses: [
    {text, segments: [{source: {end: 4}, target: {end}}]}]}}]})}\n\n`;
}

// Runs the checks in order. Returns the number of those that failed.
export async function runChecks(harness, checks) {
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    harness.pages = [];
    const begun = performance.now();
    let error = null;
    try {
      await check(harness);
    } catch (caught) {
      error = caught;
    }
    for (const page of harness.pages) {
      if (!error && page.problems.length > 0) {
        error = new Error(page.problems.join("\n"));
      }
      await page.context().close();
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${error ? "FAILED" : "ok"}  ${name}  ${seconds} s`);
    if (error) {
      // A message can repeat a text of several MiB.
      console.log(error.stack.slice(0, 4000));
      ++failed;
    }
  }
  return failed;
}
