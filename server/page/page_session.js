// When to translate: after a pause in typing, immediately on request, and again
// after an error that passes. Holds at most one request.

import {ApiError} from "./page_api.js";

const PAUSE_MS = 350;
// A longer text is translated on request only.
export const MAX_AUTOMATIC = 20000;
// The pauses between attempts to reach a server that is away.
const PROBE_MS = [500, 1000, 2000, 3000, 5000];
const PASSING = new Set(["network", "starting", "cut"]);
// The same text may end each response early, so that these attempts are few.
const MAX_CUTS = 3;

// The kinds of error that google.rpc.Code means for one text.
const KINDS = {3: "request", 4: "late", 5: "missing", 8: "busy",
               9: "request", 14: "starting", 16: "token"};

// Returns the only result of a response. Throws its error.
export function onlyResult(response) {
  const result = response.results?.[0];
  if (!result) throw new ApiError("server");
  if (!result.error) return result;
  const seconds = Number.parseFloat(result.error.retryDelay ?? "");
  throw new ApiError(KINDS[result.error.code] ?? "server", result.error.message,
                     Number.isNaN(seconds) ? null : Math.ceil(seconds));
}

export class Session {
  // `view` has: prepare(), which loads what a request needs; request(), or null
  // without a text; started(request), partial(data), finished(request, response,
  // seconds), stopped(), and failed(error, retry). `retry` is in seconds, 0 if
  // the session tries as soon as the server is ready, or null.
  constructor(api, view) {
    this.api = api;
    this.view = view;
    this.controller = null;
    this.timer = null;
    this.isWorking = false;
    this.forgetFailures();
  }

  forgetFailures() {
    this.probes = 0;
    this.cuts = 0;
  }

  // Ends the request and all plans.
  cancel() {
    clearTimeout(this.timer);
    this.timer = null;
    this.controller?.abort();
    this.controller = null;
    this.isWorking = false;
  }

  stop() {
    if (!this.isWorking) return false;
    this.cancel();
    this.view.stopped();
    return true;
  }

  schedule() {
    this.cancel();
    this.forgetFailures();
    this.timer = setTimeout(() => this.run(), PAUSE_MS);
  }

  // Runs because a person asks, so that the pauses begin with the shortest.
  start() {
    this.forgetFailures();
    this.run();
  }

  async run() {
    this.cancel();
    const controller = new AbortController();
    this.controller = controller;
    try {
      await this.view.prepare();
      if (controller.signal.aborted) return;
      const request = this.view.request();
      if (request) await this.translate(request, controller);
    } catch (error) {
      if (controller.signal.aborted) return;
      this.isWorking = false;
      this.fail(error);
    }
  }

  async translate(request, controller) {
    const begun = performance.now();
    this.isWorking = true;
    this.view.started(request);
    const response = await this.ask(request, controller);
    onlyResult(response);
    if (controller.signal.aborted) return;
    this.isWorking = false;
    this.forgetFailures();
    this.view.finished(request, response, (performance.now() - begun) / 1000);
  }

  // The server streams plain text only.
  ask(request, controller) {
    if (request.format !== "TEXT_FORMAT_PLAIN") {
      return this.api.translate(request, controller.signal);
    }
    return this.api.stream(request, controller.signal, (data) => {
      if (!controller.signal.aborted) this.view.partial(data);
    });
  }

  fail(error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "busy" && error.retryAfter !== null) {
      this.countDown(error, Math.max(error.retryAfter, 1));
    } else if (PASSING.has(error.kind) &&
               (error.kind !== "cut" || ++this.cuts <= MAX_CUTS)) {
      this.view.failed(error, 0);
      this.probe();
    } else {
      this.view.failed(error, null);
    }
  }

  countDown(error, seconds) {
    if (seconds <= 0) {
      this.run();
      return;
    }
    this.view.failed(error, seconds);
    this.timer = setTimeout(() => this.countDown(error, seconds - 1), 1000);
  }

  // Asks until the server takes requests, then runs again. The pauses grow until
  // a translation succeeds, because a server that is ready may fail, too.
  probe() {
    const wait = PROBE_MS[Math.min(this.probes, PROBE_MS.length - 1)];
    ++this.probes;
    const timer = setTimeout(async () => {
      const ready = await this.api.isReady();
      if (this.timer !== timer) return;
      if (ready) {
        this.run();
      } else {
        this.probe();
      }
    }, wait);
    this.timer = timer;
  }
}
