// When to translate: after a pause in typing, immediately on request, and again
// after an error that passes. Holds at most one request.

import {ApiError} from "./page_api.js";

const PAUSE_MS = 350;
// A longer text is translated on request only.
export const MAX_AUTOMATIC = 20000;
const PROBE_MS = [500, 1000, 2000, 3000];

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
  // `view` has: request(), or null without a text; started(request),
  // partial(data), finished(request, response, seconds), failed(error, seconds
  // until the next attempt or null), stopped(), reconnected().
  constructor(api, view) {
    this.api = api;
    this.view = view;
    this.controller = null;
    this.timer = null;
  }

  get isWorking() {
    return this.controller !== null;
  }

  // Ends the request and all plans.
  cancel() {
    clearTimeout(this.timer);
    this.timer = null;
    this.controller?.abort();
    this.controller = null;
  }

  stop() {
    if (!this.isWorking) return false;
    this.cancel();
    this.view.stopped();
    return true;
  }

  schedule() {
    this.cancel();
    this.timer = setTimeout(() => this.run(), PAUSE_MS);
  }

  async run() {
    this.cancel();
    const request = this.view.request();
    if (!request) return;
    const controller = new AbortController();
    this.controller = controller;
    const begun = performance.now();
    this.view.started(request);
    try {
      const response = await this.ask(request, controller);
      onlyResult(response);
      if (controller.signal.aborted) return;
      this.controller = null;
      this.view.finished(request, response, (performance.now() - begun) / 1000);
    } catch (error) {
      if (controller.signal.aborted) return;
      this.controller = null;
      this.fail(error);
    }
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
    if (error.kind === "network" || error.kind === "starting") {
      this.view.failed(error, null);
      this.probe(0);
    } else if (error.kind === "busy" && error.retryAfter !== null) {
      this.countDown(error, error.retryAfter);
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

  // Asks until the server takes requests, then translates again.
  probe(attempt) {
    const wait = PROBE_MS[Math.min(attempt, PROBE_MS.length - 1)];
    const timer = setTimeout(async () => {
      const ready = await this.api.isReady();
      if (this.timer !== timer) return;
      if (!ready) {
        this.probe(attempt + 1);
        return;
      }
      this.timer = null;
      await this.view.reconnected();
      this.run();
    }, wait);
    this.timer = timer;
  }
}
