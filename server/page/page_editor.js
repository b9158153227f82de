// The text to translate. An element behind the field repeats its text, so that
// words can be marked.

import {element} from "./page_text.js";
import {formatNumber, words} from "./page_words.js";

// A longer text is not marked.
export const MAX_MARKED = 20000;

export class Editor {
  // `onPoint` gets the index of the character under the pointer or at the
  // cursor, or -1.
  constructor({field, backdrop, count}, onInput, onPoint) {
    this.field = field;
    this.backdrop = backdrop;
    this.count = count;
    field.addEventListener("input", () => {
      this.changed();
      onInput();
    });
    field.addEventListener("scroll", () => this.scroll());
    field.addEventListener("pointermove", (event) => onPoint(this.indexAt(event)));
    field.addEventListener("pointerleave", () => onPoint(-1));
    field.addEventListener("blur", () => onPoint(-1));
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === field) onPoint(field.selectionStart);
    });
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    this.field.value = text;
    this.changed();
  }

  changed() {
    this.mark([]);
    this.showCount();
  }

  showCount() {
    const n = this.text.length;
    this.count.textContent = n > 0 ? words("characters", {n: formatNumber(n)}) : "";
  }

  // Only some browsers tell where in a field a point is.
  indexAt(event) {
    const position = document.caretPositionFromPoint?.(event.clientX, event.clientY);
    return position?.offsetNode === this.field ? position.offset : -1;
  }

  // Marks ranges {begin, end, name}, sorted and apart from each other; `name`
  // is a class.
  mark(ranges) {
    const text = this.text;
    if (ranges.length === 0 || text.length > MAX_MARKED) {
      this.backdrop.replaceChildren();
      return;
    }
    const nodes = [];
    let at = 0;
    for (const {begin, end, name} of ranges) {
      nodes.push(text.slice(at, begin),
                 element("mark", {class: name}, text.slice(begin, end)));
      at = end;
    }
    // A line break at the end has a line only if something follows.
    nodes.push(text.slice(at) + "\n");
    this.backdrop.replaceChildren(...nodes);
    this.backdrop.dir = getComputedStyle(this.field).direction;
    this.scroll();
  }

  scroll() {
    this.backdrop.scrollTop = this.field.scrollTop;
  }
}
