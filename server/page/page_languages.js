// The two choices of languages.

import {element} from "./page_text.js";
import {languageName, words} from "./page_words.js";

export class Languages {
  constructor(source, target, onChange) {
    this.source = source;
    this.target = target;
    this.pairs = [];
    this.detected = "";
    source.addEventListener("change", () => {
      this.detected = "";
      this.fill();
      onChange();
    });
    target.addEventListener("change", onChange);
  }

  get isEmpty() {
    return this.pairs.length === 0;
  }

  setPairs(pairs) {
    this.pairs = pairs.map((pair) => ({
      source: pair.sourceLanguage ?? "", target: pair.targetLanguage ?? "",
      sourceName: pair.sourceName, targetName: pair.targetName,
      pivot: pair.pivotLanguage ?? ""}));
    this.fill();
    if (!this.target.dataset.chosen) this.preferTarget();
  }

  // The first choice is the language of the browser, if it is a target, and
  // otherwise the first target that is not English.
  preferTarget() {
    const targets = [...this.target.options].map((option) => option.value);
    const own = (navigator.language ?? "").slice(0, 2);
    const first = targets.find((code) => own !== "en" && code.startsWith(own)) ??
        targets.find((code) => !code.startsWith("en"));
    if (first) this.target.value = first;
    this.target.dataset.chosen = "yes";
  }

  // Writes the options again, for other pairs or another interface.
  fill() {
    this.write(this.source, this.names("source", this.pairs), this.detectName());
    const pairs = this.pairs.filter((pair) => !this.source.value ||
                                    pair.source === this.source.value);
    this.write(this.target, this.names("target", pairs), null);
  }

  detectName() {
    return this.detected
      ? words("detected", {name: this.nameOf(this.detected)})
      : words("detect");
  }

  setDetected(code) {
    if (this.source.value || code === this.detected) return;
    this.detected = code === "und" ? "" : code;
    this.source.options[0].textContent = this.detectName();
  }

  names(side, pairs) {
    const names = new Map();
    for (const pair of pairs) {
      if (pair[side]) {
        names.set(pair[side], languageName(pair[side], pair[`${side}Name`]));
      }
    }
    return [...names].sort((a, b) => a[1].localeCompare(b[1]));
  }

  nameOf(code) {
    const pair = this.pairs.find((p) => p.source === code);
    return languageName(code, pair?.sourceName);
  }

  write(select, names, first) {
    const chosen = select.value;
    const options = names.map(([value, name]) => element("option", {value}, name));
    if (first !== null) options.unshift(element("option", {value: ""}, first));
    select.replaceChildren(...options);
    select.value = chosen;
    if (select.selectedIndex < 0) select.selectedIndex = 0;
  }

  // Returns the part of a request that names the languages. With `hasTerms`,
  // the request has terms, which a translation over two models cannot have.
  request(hasTerms) {
    const request = {};
    if (this.source.value) request.sourceLanguage = this.source.value;
    if (this.target.value) request.targetLanguage = this.target.value;
    const pairs = this.pairs.filter(
        (pair) => pair.target === this.target.value &&
            (!this.source.value || pair.source === this.source.value));
    const needsPivot = pairs.some((pair) => pair.pivot);
    const mayDirect = pairs.some((pair) => !pair.pivot);
    if (needsPivot && !(hasTerms && mayDirect)) request.allowPivot = true;
    return request;
  }

  // The source that a text has or that was detected. May be empty.
  get sourceCode() {
    return this.source.value || this.detected;
  }

  // Returns whether the server translates in the other direction.
  swap() {
    const from = this.sourceCode;
    const to = this.target.value;
    const pair = this.pairs.find((p) => p.source === to && (!from || p.target === from));
    if (!pair) return false;
    this.detected = "";
    this.source.value = to;
    this.fill();
    this.target.value = pair.target;
    return true;
  }

  // Returns a target for texts in `code`, or an empty text.
  otherTarget(code) {
    return this.pairs.find((pair) => pair.source === code)?.target ?? "";
  }
}
