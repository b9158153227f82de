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
      console.log(error.stack);
      ++failed;
    }
  }
  return failed;
}
