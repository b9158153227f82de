// Calls of the server. docs/http.md describes them.

import {wellFormed} from "./page_text.js";

const TOKEN = "interpres.token";
// A server that is away may also keep a connection open without an answer.
const SMALL_ANSWER_MS = 10000;

// `kind` is network, token, busy, large, missing, starting, late, request,
// server, cut (a response without its end) or noLanguages. `retryAfter` is in
// seconds, or null.
export class ApiError extends Error {
  constructor(kind, message = "", retryAfter = null) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

const KINDS = {400: "request", 401: "token", 404: "missing", 413: "large",
               429: "busy", 502: "network", 503: "starting", 504: "late"};

function kindOf(status) {
  return KINDS[status] ?? (status < 500 ? "request" : "server");
}

// The token stays in this tab, and only until the tab is closed.
export function readToken() {
  try {
    return sessionStorage.getItem(TOKEN) ?? "";
  } catch {
    return "";
  }
}

export function writeToken(token) {
  try {
    if (token) {
      sessionStorage.setItem(TOKEN, token);
    } else {
      sessionStorage.removeItem(TOKEN);
    }
  } catch {
    // Without storage the field of the token holds it.
  }
}

export class Api {
  // `token` is a function that returns the token, or an empty text.
  constructor(token) {
    this.token = token;
  }

  languages() {
    return this.json("v1/languages", {signal: soon()});
  }

  translate(request, signal) {
    return this.json("v1/translate", this.post(request, signal));
  }

  // Calls `partial` with each sentence. Reads the stream to its end, and returns
  // the response.
  async stream(request, signal, partial) {
    const response = await this.send("v1/translate:stream",
                                     this.post(request, signal));
    let result = null;
    try {
      for await (const {name, data} of events(response.body)) {
        if (name === "partial") partial(data);
        if (name === "result") result = data;
        if (name === "error") throw errorOf(data.error?.code, data, null);
      }
    } catch (error) {
      // A connection that breaks after the result loses nothing.
      if (!result || error.name === "AbortError") throw error;
    }
    if (!result) throw new ApiError("cut");
    return result;
  }

  async isReady() {
    try {
      return (await fetch("readyz", {cache: "no-store", signal: soon()})).ok;
    } catch {
      return false;
    }
  }

  post(request, signal) {
    const texts = request.texts.map(wellFormed);
    return {method: "POST", signal, body: JSON.stringify({...request, texts}),
            headers: {"Content-Type": "application/json"}};
  }

  async json(path, options) {
    const response = await this.send(path, options);
    try {
      return await response.json();
    } catch (error) {
      throw asApiError(error);
    }
  }

  async send(path, options) {
    const headers = {...options.headers};
    const token = this.token();
    // Other characters cannot be in a header.
    if (/[^\x21-\x7e]/.test(token)) throw new ApiError("token");
    if (token) headers.Authorization = `Bearer ${token}`;
    let response;
    try {
      response = await fetch(path, {...options, headers});
    } catch (error) {
      throw asApiError(error);
    }
    if (response.ok) return response;
    const body = await response.json().catch(() => ({}));
    throw errorOf(response.status, body, response.headers.get("Retry-After"));
  }
}

function errorOf(status, body, retryAfter) {
  const seconds = Number.parseInt(retryAfter ?? "", 10);
  return new ApiError(kindOf(status), body.error?.message ?? "",
                      Number.isNaN(seconds) ? null : seconds);
}

// Returns a signal that ends a request without an answer, where the browser has
// such signals.
function soon() {
  return AbortSignal.timeout?.(SMALL_ANSWER_MS);
}

// fetch reports a broken connection as TypeError. AbortError stays.
function asApiError(error) {
  if (error instanceof ApiError || error.name === "AbortError") return error;
  return new ApiError("network");
}

// Yields the server-sent events of a body. The last event may lack the empty
// line that ends it.
async function* events(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  let searched = 0;
  try {
    for (;;) {
      const {done, value} = await reader.read();
      buffer += done ? decoder.decode() : decoder.decode(value, {stream: true});
      let end;
      while ((end = buffer.indexOf("\n\n", searched)) >= 0) {
        yield* parseEvent(buffer.slice(0, end));
        buffer = buffer.slice(end + 2);
        searched = 0;
      }
      searched = Math.max(buffer.length - 1, 0);
      if (done) break;
    }
    yield* parseEvent(buffer);
  } catch (error) {
    throw asApiError(error);
  }
}

// Yields the event that a text has, if it has data.
function* parseEvent(text) {
  const event = {name: "", data: null};
  for (const line of text.split("\n")) {
    if (line.startsWith("event: ")) event.name = line.slice(7);
    if (line.startsWith("data: ")) event.data = parseData(line.slice(6));
  }
  if (event.data) yield event;
}

function parseData(json) {
  try {
    return JSON.parse(json);
  } catch {
    throw new ApiError("cut");
  }
}
