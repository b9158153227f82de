// Text whose parts the server names by bytes of UTF-8. JavaScript counts in
// UTF-16 units.

// A lone surrogate has no UTF-8, so that the server would refuse the text.
export function wellFormed(text) {
  return text.toWellFormed ? text.toWellFormed() : text;
}

export class ByteText {
  constructor(text) {
    this.text = text;
    this.bytes = new TextEncoder().encode(text);
    this.indices = null;
  }

  get isAscii() {
    return this.bytes.length === this.text.length;
  }

  // Returns the index in `text` of the character that begins at a byte.
  index(byte) {
    if (this.isAscii) return byte;
    if (!this.indices) this.indices = this.makeIndices();
    return this.indices[Math.min(byte, this.bytes.length)];
  }

  slice(begin, end) {
    return this.text.slice(this.index(begin), this.index(end));
  }

  // Returns the ByteSpan of an answer as indices. Absent fields are 0.
  range(span) {
    return {begin: this.index(span?.begin ?? 0), end: this.index(span?.end ?? 0)};
  }

  makeIndices() {
    const indices = new Uint32Array(this.bytes.length + 1);
    let index = 0;
    for (let i = 0; i < this.bytes.length; ++i) {
      indices[i] = index;
      const next = this.bytes[i + 1];
      const ends = next === undefined || (next & 0xC0) !== 0x80;
      // Characters of four bytes are two units.
      if (ends) index += i >= 3 && this.bytes[i - 3] >= 0xF0 ? 2 : 1;
    }
    indices[this.bytes.length] = index;
    return indices;
  }
}

// Returns the words of text[begin, end), divided at white space.
export function splitWords(text, begin = 0, end = text.length) {
  const words = [];
  for (const match of text.slice(begin, end).matchAll(/\S+/gu)) {
    words.push({begin: begin + match.index,
                end: begin + match.index + match[0].length});
  }
  return words;
}

const RIGHT_TO_LEFT = new Set(
    ["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);

// Returns the value of the attribute `dir` for text in a language.
export function direction(language) {
  if (!language) return "auto";
  try {
    const script = new Intl.Locale(language).maximize().script;
    return RIGHT_TO_LEFT.has(script) ? "rtl" : "auto";
  } catch {
    return "auto";
  }
}

// Returns an element. Strings among the children become text.
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      node.addEventListener(key.slice(2), value);
    } else if (value === true) {
      node.setAttribute(key, "");
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(key, value);
    }
  }
  node.append(...children);
  return node;
}
