// The table of terms that a translation must use.

import {element} from "./page_text.js";
import {words} from "./page_words.js";

export class Glossary {
  // `parts` has the elements rows, add, ignoreCase and count.
  constructor(parts, onChange) {
    this.parts = parts;
    this.onChange = onChange;
    parts.add.addEventListener("click", () => this.addRow(true));
    parts.ignoreCase.addEventListener("change", () => this.changed());
    this.addRow(false);
  }

  addRow(focus) {
    const input = (name, key) => element("input", {
      type: "text", maxlength: 200, class: name, "data-label": key,
      "data-placeholder": key, "aria-label": words(key), title: words(key),
      placeholder: words(key), oninput: () => this.changed()});
    const row = element("div", {class: "term"},
      input("term-source", "termSource"),
      element("span", {"aria-hidden": "true"}, "→"),
      input("term-target", "termTarget"),
      element("button", {type: "button", class: "icon", "data-label": "removeTerm",
                         "aria-label": words("removeTerm"), title: words("removeTerm"),
                         onclick: () => this.remove(row)},
              element("span", {"aria-hidden": "true"}, "×")));
    this.parts.rows.append(row);
    if (focus) row.querySelector("input").focus();
  }

  remove(row) {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    if (!next) this.addRow(false);
    (next ?? this.parts.rows).querySelector("input").focus();
    this.changed();
  }

  terms() {
    return [...this.parts.rows.children].map((row) => ({
      source: row.querySelector(".term-source").value.trim(),
      target: row.querySelector(".term-target").value.trim(),
    })).filter((term) => term.source && term.target);
  }

  changed() {
    this.showCount();
    const key = JSON.stringify(this.request());
    if (key !== this.lastKey) this.onChange();
    this.lastKey = key;
  }

  showCount() {
    const n = this.terms().length;
    this.parts.count.textContent = n > 0 ? words("termCount", {n}) : "";
  }

  // Returns the part of a request that has the terms.
  request() {
    const glossary = this.terms();
    if (glossary.length === 0) return {};
    return {glossary, glossaryIgnoreCase: this.parts.ignoreCase.checked};
  }
}
