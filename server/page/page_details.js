// The card of one sentence: its alternatives, what was copied, its attention.

import {findings} from "./page_findings.js";
import {heatmap} from "./page_heatmap.js";
import {kindName, stepName} from "./page_output.js";
import {direction, element} from "./page_text.js";
import {words} from "./page_words.js";

const ALTERNATIVES = 5;

export class Details {
  // `ask(request, signal)` calls the server. `replace(i, text)` changes the
  // translation. `closed(i)` is called when a person closes the card.
  constructor(node, {ask, describe, replace, closed}) {
    this.node = node;
    this.ask = ask;
    this.describe = describe;
    this.replace = replace;
    this.closed = closed;
    this.index = -1;
    this.controller = null;
  }

  get isOpen() {
    return !this.node.hidden;
  }

  close() {
    this.controller?.abort();
    this.node.hidden = true;
    this.node.replaceChildren();
    this.index = -1;
  }

  closeByPerson() {
    const index = this.index;
    this.close();
    this.closed(index);
  }

  // `entry` is a segment of Output, `text` the sentence, `request` the request
  // whose answer has the sentence.
  open(index, {entry, source, text, request, language}) {
    this.close();
    this.index = index;
    this.controller = new AbortController();
    this.language = language;
    this.request = {...request, texts: [text]};
    const list = element("ul", {class: "alternatives", "aria-busy": "true"},
                         element("li", {class: "muted"}, words("looking")));
    this.node.replaceChildren(
      element("div", {class: "row"},
        element("h2", {id: "details-title"}, words("sentence")),
        element("span", {class: "space"}),
        element("button", {type: "button", class: "plain",
                           onclick: () => this.closeByPerson()}, words("close"))),
      element("p", {class: "quote", dir: "auto"}, text),
      ...this.notes(entry.segment, source),
      element("h3", {}, words("alternatives")), list,
      ...this.attentionParts());
    this.node.hidden = false;
    this.fillAlternatives(list, entry);
  }

  notes(segment, source) {
    const nodes = findings(segment, source).map(
        (finding) => element("p", {class: "finding"}, finding));
    const part = (span) => source.slice(span?.begin ?? 0, span?.end ?? 0);
    const kept = (segment.protectedSpans ?? []).map((span) => element("li", {},
      element("code", {}, part(span.source)),
      ` ${kindName(span.kind)}, ${stepName(span.step)}`));
    const terms = (segment.terms ?? []).map((term) => element("li", {},
      element("code", {}, part(term.source)), ` ${stepName(term.step)}`));
    for (const [key, items] of [["protectedParts", kept], ["termsUsed", terms]]) {
      if (items.length > 0) {
        nodes.push(element("h3", {}, words(key)),
                   element("ul", {class: "kept-list"}, ...items));
      }
    }
    return nodes;
  }

  async fillAlternatives(list, entry) {
    const request = {...this.request,
                     options: {beamSize: ALTERNATIVES, nBest: ALTERNATIVES}};
    const result = await this.answer(request, list);
    if (!result) return;
    const items = result.translations.hypotheses.map(
        (hypothesis) => this.alternative(hypothesis.text ?? "", entry));
    list.replaceChildren(...items);
    if (items.length <= 1) {
      list.append(element("li", {class: "muted"}, words("noAlternatives")));
    }
  }

  alternative(text, entry) {
    const button = element("button", {
      type: "button", class: "alternative", title: words("use"),
      dir: direction(this.language), lang: this.language || null,
      "aria-pressed": String(entry.node.textContent === text)}, text);
    button.addEventListener("click", () => {
      this.replace(this.index, text);
      for (const other of this.node.querySelectorAll(".alternative")) {
        other.setAttribute("aria-pressed", String(other === button));
      }
    });
    return element("li", {}, button);
  }

  // The decoder that looks at the text is not the only one with a pivot.
  attentionParts() {
    if (this.request.allowPivot) return [];
    const place = element("div");
    const button = element("button", {type: "button"}, words("attention"));
    button.addEventListener("click", async () => {
      button.disabled = true;
      const result = await this.answer(
          {...this.request, options: {returnAttention: true}}, place);
      const map = result && heatmap(result);
      if (map) {
        place.replaceChildren(map);
        button.remove();
      } else if (result) {
        place.replaceChildren(element("p", {}, words("noAttention")));
      }
      button.disabled = false;
    });
    return [element("div", {class: "row"}, button), place];
  }

  // Returns the result of the request. Writes an error into `place` and returns
  // null after an error, or if the card shows another sentence by now.
  async answer(request, place) {
    const {signal} = this.controller;
    try {
      const result = await this.ask(request, signal);
      return signal.aborted ? null : result;
    } catch (error) {
      if (!signal.aborted) {
        place.replaceChildren(element(place.tagName === "UL" ? "li" : "p",
                                      {class: "finding"}, this.describe(error)));
      }
      return null;
    } finally {
      if (!signal.aborted) place.setAttribute("aria-busy", "false");
    }
  }
}
