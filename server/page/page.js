// The page: connects its parts.

import {Api, ApiError, readToken, writeToken} from "./page_api.js";
import {Details} from "./page_details.js";
import {Editor, MAX_MARKED} from "./page_editor.js";
import {Glossary} from "./page_glossary.js";
import {Languages} from "./page_languages.js";
import {Output} from "./page_output.js";
import {MAX_AUTOMATIC, onlyResult, Session} from "./page_session.js";
import {ByteText, direction, element, wellFormed} from "./page_text.js";
import * as text from "./page_words.js";

const {words} = text;
const MAX_FINDINGS = 100;
const byId = (id) => document.getElementById(id);
// A screen reader reads `text` when it changes, without the seconds in `count`.
const notice = {box: byId("notice"), text: byId("notice-text"), said: null,
                count: element("span", {"aria-hidden": "true"}),
                action: byId("notice-action"), write: null, onAction: null};
let translated = null;  // the request that the translation answers
let partials = 0;
let asked = false;  // whether a person asked to translate this text
let stopTimer = null;

const api = new Api(() => byId("token").value.trim());
const editor = new Editor(
    {field: byId("source"), backdrop: byId("backdrop"), count: byId("count")},
    textChanged, (index) => output.pointSource(index));
const languages = new Languages(byId("source-language"), byId("target-language"),
                                translateSoon);
const glossary = new Glossary(
    {rows: byId("terms"), add: byId("add-term"), ignoreCase: byId("ignore-case"),
     count: byId("glossary-count")}, translateSoon);
const output = new Output(byId("output"), {
  onSelect: openDetails, onMark: (ranges) => editor.mark(ranges)});
const details = new Details(byId("details"), {
  ask: async (request, signal) => onlyResult(await api.translate(request, signal)),
  describe,
  replace: (i, sentence) => output.replace(i, sentence),
  closed: (i) => {
    output.setSelected(-1);
    output.segments[i]?.node.focus();
  }});
const session = new Session(api, {
  prepare, request: makeRequest, started, partial, finished, failed, stopped});

function format() {
  return document.querySelector("[name=format]:checked").value;
}

// Returns null if there is nothing to translate.
function makeRequest() {
  const source = wellFormed(editor.text);
  if (!source.trim() || (isLong() && !asked)) return null;
  const terms = glossary.request();
  const request = {texts: [source], ...languages.request(terms.glossary?.length > 0),
                   format: format(), ...terms};
  if (source.length <= MAX_MARKED) request.options = {returnAlignments: true};
  return request;
}

function isLong() {
  return editor.text.length > MAX_AUTOMATIC;
}

function textChanged() {
  asked = false;
  session.cancel();
  details.close();
  byId("status").textContent = "";
  const isEmpty = !editor.text.trim();
  if (isEmpty) {
    showEmpty();
  } else if (isLong()) {
    showWorking(false);
    showOutdated();
    byId("status").textContent = words("pressToTranslate");
  }
  // Without languages the notice says why, and the session tries again.
  const waits = isEmpty || isLong();
  if (waits && !languages.isEmpty) hideNotice();
  if (!waits || languages.isEmpty) session.schedule();
}

function translateSoon() {
  if (editor.text.trim()) textChanged();
}

function showEmpty() {
  translated = null;
  output.clear();
  output.end();
  showResultParts();
  showWorking(false);
}

// The translation is of another text.
function showOutdated() {
  if (output.isEmpty || isCurrent()) return;
  byId("output").classList.add("stale");
  byId("copy").disabled = byId("download").disabled = true;
}

function isCurrent() {
  return output.source?.text === wellFormed(editor.text);
}

// The button says Stop if a translation takes a while.
function showWorking(working) {
  clearTimeout(stopTimer);
  const button = byId("translate");
  const show = (isStop) => {
    button.dataset.text = isStop ? "stop" : "translate";
    button.textContent = words(button.dataset.text);
  };
  if (working) {
    stopTimer = setTimeout(() => show(true), 400);
  } else {
    show(false);
    output.end();
  }
  byId("output").classList.toggle("stale", working);
}

function started(request) {
  details.close();
  hideNotice();
  partials = 0;
  output.begin(new ByteText(request.texts[0]), request.targetLanguage);
  showWorking(true);
  byId("status").textContent = words("translating");
}

function partial(data) {
  output.partial(data);
  ++partials;
  byId("output").classList.remove("stale");
  byId("status").textContent =
      words("translatingCount", {n: text.formatNumber(partials)});
}

function finished(request, response, seconds) {
  const result = onlyResult(response);
  translated = {...request, sourceLanguage: result.sourceLanguage || undefined};
  delete translated.options;
  // The text took the only model, and so does each of its sentences.
  if (result.models?.length === 1) delete translated.allowPivot;
  output.show(result, response.targetLanguage ?? request.targetLanguage);
  showWorking(false);
  const n = output.segments.length;
  byId("status").textContent = words(n === 1 ? "doneOne" : "done", {
    n: text.formatNumber(n), seconds: text.formatNumber(seconds, 1)});
  editor.field.dir = direction(request.sourceLanguage);
  showResultParts();
  showDetected(result.detectedLanguage);
}

function showDetected(detected) {
  const code = detected?.language;
  if (!code) return;
  languages.setDetected(code);
  const target = languages.otherTarget(code);
  if (code === byId("target-language").value && target) {
    showNotice(() => words("sameLanguage", {name: languages.nameOf(code)}),
               () => words("translateTo", {name: text.languageName(target)}), () => {
                 byId("target-language").value = target;
                 start();
               });
  }
}

function stopped() {
  showWorking(false);
  byId("status").textContent = words("stopped");
  showResultParts();
}

function describe(error) {
  const isFinal = error.kind === "busy" && error.retryAfter === null;
  return words(isFinal ? "error_busyNow" : `error_${error.kind}`,
               {message: error.message});
}

function failed(error, retry) {
  showWorking(false);
  byId("status").textContent = "";
  const message =
      () => describe(error) + (retry === 0 ? ` ${words("retrySoon")}` : "");
  const count = () => retry > 0 ? ` ${words("retryIn", {seconds: retry})}` : "";
  if (error.kind === "token") {
    showNotice(message, () => words("enterToken"), () => {
      byId("access").open = true;
      byId("token").focus();
    });
  } else {
    showNotice(message, () => words("retry"), start, count);
  }
}

// `message`, `action` and `count` are functions that return words of the
// interface.
function showNotice(message, action, onAction, count = () => "") {
  notice.write = () => {
    const said = message();
    if (notice.said !== said) {
      notice.said = said;
      notice.text.replaceChildren(said, notice.count);
    }
    notice.count.textContent = count();
    notice.action.textContent = action();
  };
  notice.write();
  notice.action.hidden = false;
  notice.onAction = onAction;
  notice.box.hidden = false;
}

function hideNotice() {
  notice.box.hidden = true;
  notice.said = null;
}

// Shows the parts below the translation: the buttons, the meaning of the marks
// and the findings.
function showResultParts() {
  byId("copy").disabled = byId("download").disabled = output.isEmpty;
  const names = [["kept", "legendKept"], ["term", "legendTerm"],
                 ["warning", "legendWarning"]];
  const marks = names.filter(([name]) => output.node.querySelector(`.${name}`))
      .map(([name, key]) => element("span", {class: `key ${name}`}, words(key)));
  const legend = byId("legend");
  legend.replaceChildren(...marks, element("span", {}, words("legendHint")));
  legend.hidden = output.segments.length === 0;
  const items = output.segments.flatMap((entry, i) => entry.problems.map(
      (problem) => element("li", {}, element("span", {}, problem),
        element("button", {type: "button", class: "plain", onclick: () => {
          output.open(i);
          entry.node.scrollIntoView({block: "nearest"});
        }}, words("shows")))));
  const shown = items.slice(0, MAX_FINDINGS);
  if (items.length > shown.length) {
    const n = text.formatNumber(items.length - shown.length);
    shown.push(element("li", {}, words("more", {n})));
  }
  byId("finding-list").replaceChildren(...shown);
  byId("findings").hidden = items.length === 0;
}

function openDetails(i) {
  const entry = output.segments[i];
  // The earlier translation has no entries while the next one is on its way.
  if (!translated || !entry) return;
  details.open(i, {entry, source: output.source, text: output.sourceText(i),
                   request: translated, language: output.node.lang});
}

function swap() {
  const translation = output.isFinal && isCurrent() ? output.text : "";
  if (!languages.swap()) return;
  if (translation) editor.text = translation;
  output.clear();
  textChanged();
  if (editor.text.trim()) start();
}

async function copy() {
  const status = byId("status");
  try {
    await navigator.clipboard.writeText(output.text);
    status.textContent = words("copied");
  } catch {
    // Pages without TLS have no clipboard; they may copy a selection.
    getSelection().selectAllChildren(output.node);
    const done = document.execCommand("copy");
    status.textContent = words(done ? "copied" : "copyFailed");
  }
}

function download() {
  const [extension, type] = {
    TEXT_FORMAT_HTML: ["html", "text/html"],
    TEXT_FORMAT_MARKDOWN: ["md", "text/markdown"]}[format()] ?? ["txt", "text/plain"];
  const url = URL.createObjectURL(new Blob([output.text], {type}));
  const language = output.node.lang ? `.${output.node.lang}` : "";
  element("a", {href: url, download: `translation${language}.${extension}`}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Loads the languages if they are missing. The list takes no time, so that a
// proxy that reports a timeout has no server.
async function prepare() {
  if (languages.isEmpty) {
    try {
      languages.setPairs((await api.languages()).pairs ?? []);
    } catch (error) {
      throw error.kind === "late" ? new ApiError("network") : error;
    }
  }
  if (languages.isEmpty) throw new ApiError("noLanguages");
  hideNotice();
}

// A person asks for a translation.
function start() {
  asked = true;
  session.start();
}

function relabel() {
  text.setInterface(byId("interface").value);
  text.storeInterface();
  languages.fill();
  editor.showCount();
  glossary.showCount();
  showResultParts();
  notice.write?.();
  if (details.isOpen) openDetails(details.index);
}

function key(event) {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    start();
  } else if (event.key === "Escape" && !session.stop() && details.isOpen) {
    details.closeByPerson();
  }
}

function connect() {
  byId("token").value = readToken();
  byId("token").addEventListener("change", () => {
    writeToken(byId("token").value.trim());
    start();
  });
  byId("controls").addEventListener("submit", (event) => event.preventDefault());
  byId("controls").addEventListener("change", (event) => {
    if (event.target.name === "format") translateSoon();
  });
  byId("interface").addEventListener("change", relabel);
  byId("swap").addEventListener("click", swap);
  byId("translate").addEventListener("click", (event) => {
    const isStop = event.currentTarget.dataset.text === "stop";
    if (!isStop || !session.stop()) start();
  });
  byId("clear").addEventListener("click", () => {
    editor.text = "";
    textChanged();
    editor.field.focus();
  });
  byId("copy").addEventListener("click", copy);
  byId("download").addEventListener("click", download);
  notice.action.addEventListener("click", () => notice.onAction());
  document.addEventListener("keydown", key);
}

text.chooseInterface();
byId("interface").value = text.interfaceLanguage();
connect();
// The browser may have kept the text over a reload.
editor.changed();
textChanged();
session.start();
