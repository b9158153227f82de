// The translation: its sentences, their words and their marks.

import {alignments} from "./page_alignment.js";
import {MAX_MARKED} from "./page_editor.js";
import {findings} from "./page_findings.js";
import {ByteText, direction, element} from "./page_text.js";
import {words} from "./page_words.js";

function shortName(value, prefix) {
  return (value ?? "").replace(prefix, "");
}

export function stepName(step) {
  return words(`step_${shortName(step, "PROTECTION_STEP_")}`);
}

export function kindName(kind) {
  return words(`kind_${shortName(kind, "PROTECTED_KIND_")}`);
}

// The marks of a sentence: ranges of the translation with a class and a title.
function marksOf(segment, target) {
  const marks = [];
  for (const span of segment.protectedSpans ?? []) {
    if (span.target) {
      marks.push({...target.range(span.target), name: "kept",
                  title: `${kindName(span.kind)}: ${stepName(span.step)}`});
    }
  }
  for (const term of segment.terms ?? []) {
    if (term.target) {
      marks.push({...target.range(term.target), name: "term",
                  title: `${words("legendTerm")}: ${stepName(term.step)}`});
    }
  }
  return marks;
}

// Divides text[begin, end) where a word or a mark begins or ends. Returns nodes.
function pieces(text, begin, end, alignedWords, marks) {
  const cuts = new Set([begin, end]);
  for (const range of [...alignedWords, ...marks]) {
    cuts.add(range.begin).add(range.end);
  }
  const sorted = [...cuts].filter((cut) => cut >= begin && cut <= end)
      .sort((a, b) => a - b);
  const nodes = [];
  let word = 0;
  for (let i = 0; i + 1 < sorted.length; ++i) {
    const [from, to] = [sorted[i], sorted[i + 1]];
    while (word < alignedWords.length && alignedWords[word].end <= from) ++word;
    const isWord = word < alignedWords.length && alignedWords[word].begin <= from;
    const mark = marks.find((m) => m.begin <= from && m.end >= to);
    const part = text.slice(from, to);
    nodes.push(isWord || mark
      ? element("span", {class: mark?.name, title: mark?.title,
                         "data-word": isWord ? word : null}, part)
      : part);
  }
  return nodes;
}

export class Output {
  // `onSelect(i)` opens sentence i, `onMark(ranges)` marks the text.
  constructor(node, {onSelect, onMark}) {
    this.node = node;
    this.onMark = onMark;
    this.onSelect = onSelect;
    this.reset();
    node.addEventListener("pointerover", (event) => this.hover(event.target));
    node.addEventListener("pointerleave", () => this.unmark());
    node.addEventListener("focusin", (event) => this.hover(event.target));
    node.addEventListener("focusout", () => this.unmark());
    node.addEventListener("click", (event) => {
      const i = this.indexOf(event.target);
      // A click that ends a selection selects.
      if (i >= 0 && getSelection().isCollapsed) this.open(i);
    });
    node.addEventListener("keydown", (event) => this.key(event));
  }

  reset() {
    this.segments = [];
    this.partials = [];
    this.isFinal = false;
    this.streaming = false;
  }

  get text() {
    return this.node.textContent;
  }

  get isEmpty() {
    return this.node.firstChild === null;
  }

  clear() {
    this.reset();
    this.node.replaceChildren();
    this.unmark();
  }

  // A translation of `source` (ByteText) begins. The earlier one stays visible
  // until the first sentence arrives.
  begin(source, language) {
    this.reset();
    this.source = source;
    this.node.setAttribute("aria-busy", "true");
    this.setLanguage(language);
  }

  setLanguage(language) {
    if (language) this.node.lang = language;
    this.node.dir = direction(language);
  }

  end() {
    this.node.setAttribute("aria-busy", "false");
  }

  // Adds a finished sentence in the order of the text.
  partial(data) {
    if (!this.streaming) {
      this.streaming = true;
      this.node.replaceChildren();
    }
    const begin = data.source?.begin ?? 0;
    const pivot = data.pivot?.begin ?? 0;
    let at = this.partials.length;
    while (at > 0 && this.isAfter(this.partials[at - 1], begin, pivot)) --at;
    const index = this.source.index(begin);
    const space = /\s*$/.exec(this.source.text.slice(Math.max(index - 64, 0), index));
    const node = element("span", {class: "partial"},
                         space[0] + (data.translation ?? ""));
    this.node.insertBefore(node, this.partials[at]?.node ?? null);
    this.partials.splice(at, 0, {begin, pivot, node});
  }

  isAfter(other, begin, pivot) {
    return other.begin > begin || (other.begin === begin && other.pivot > pivot);
  }

  // Shows the whole translation.
  show(result, language) {
    const translation = result.translations.hypotheses[0];
    const target = new ByteText(translation.text ?? "");
    const segments = translation.segments ?? [];
    const aligned = target.text.length > MAX_MARKED ? []
      : alignments(result, translation, this.source, target);
    const nodes = [];
    let at = 0;
    this.segments = segments.map((segment, i) => {
      const range = target.range(segment.target);
      nodes.push(target.text.slice(at, range.begin));
      at = range.end;
      const problems = findings(segment, this.source);
      const node = element("span", {
        class: problems.length > 0 ? "segment warning" : "segment",
        role: "button", tabindex: i === 0 ? 0 : -1, "data-segment": i},
        ...pieces(target.text, range.begin, range.end,
                  aligned[i]?.targetWords ?? [], marksOf(segment, target)));
      nodes.push(node);
      return {node, segment, alignment: aligned[i] ?? null, problems,
              source: this.source.range(segment.source)};
    });
    nodes.push(target.text.slice(at));
    this.node.replaceChildren(...nodes);
    this.isFinal = true;
    this.setLanguage(language);
    this.end();
  }

  // Puts another translation in the place of sentence i.
  replace(i, text) {
    const entry = this.segments[i];
    entry.node.replaceChildren(text);
    entry.node.classList.remove("warning");
    entry.alignment = null;
  }

  sourceText(i) {
    const {begin, end} = this.segments[i].source;
    return this.source.text.slice(begin, end);
  }

  open(i) {
    this.setSelected(i);
    this.onSelect(i);
  }

  setSelected(i) {
    this.segments.forEach((entry, k) => {
      entry.node.classList.toggle("selected", k === i);
      if (i >= 0) entry.node.tabIndex = k === i ? 0 : -1;
    });
  }

  indexOf(node) {
    const segment = node.closest?.("[data-segment]");
    return segment ? Number(segment.dataset.segment) : -1;
  }

  hover(node) {
    const i = this.indexOf(node);
    this.unmark();
    if (i < 0 || !this.segments[i]) return;
    const word = node.closest("[data-word]");
    const entry = this.segments[i];
    const links = word && entry.alignment
      ? entry.alignment.links.filter((l) => l.target === Number(word.dataset.word))
      : [];
    if (word) this.markWords(entry, [Number(word.dataset.word)]);
    this.onMark(this.sourceRanges(entry, links.map((link) => link.source)));
  }

  // The pointer or the cursor is at a character of the source, or nowhere (-1).
  pointSource(index) {
    this.unmark();
    const entry = index < 0 ? null : this.segments.find(
        ({source}) => source.begin <= index && index <= source.end);
    if (!entry) return;
    entry.node.classList.add("active");
    const sourceWords = entry.alignment?.sourceWords ?? [];
    const word = sourceWords.findIndex((w) => w.begin <= index && index <= w.end);
    const links = entry.alignment?.links.filter((l) => l.source === word) ?? [];
    this.markWords(entry, links.map((link) => link.target));
    this.onMark(this.sourceRanges(entry, word >= 0 ? [word] : []));
  }

  markWords(entry, numbers) {
    for (const node of entry.node.querySelectorAll("[data-word]")) {
      node.classList.toggle("aligned", numbers.includes(Number(node.dataset.word)));
    }
  }

  unmark() {
    for (const node of this.node.querySelectorAll(".aligned, .active")) {
      node.classList.remove("aligned", "active");
    }
    this.onMark([]);
  }

  // The range of a sentence in the text, divided at its marked words.
  sourceRanges({source, alignment}, numbers) {
    const ranges = [];
    let at = source.begin;
    for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
      const word = alignment.sourceWords[number];
      ranges.push({begin: at, end: word.begin, name: "sentence"},
                  {...word, name: "aligned"});
      at = word.end;
    }
    ranges.push({begin: at, end: source.end, name: "sentence"});
    return ranges.filter((range) => range.end > range.begin);
  }

  key(event) {
    const i = this.indexOf(event.target);
    if (i < 0) return;
    if (event.key === "Enter" || event.key === " ") {
      if (event.ctrlKey) return;
      event.preventDefault();
      this.open(i);
      return;
    }
    const steps = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};
    const next = this.segments[i + (steps[event.key] ?? 0)];
    if (!(event.key in steps) || !next) return;
    event.preventDefault();
    this.segments[i].node.tabIndex = -1;
    next.node.tabIndex = 0;
    next.node.focus();
  }
}
