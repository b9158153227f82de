// A table of the attention of the decoder: a row for each piece of the
// translation, a column for each piece of the text.

import {element} from "./page_text.js";
import {formatNumber, words} from "./page_words.js";

const AVERAGE = -1;

// Returns the weights of a layer, of one head or averaged over heads.
function matrix(attention, layer, head) {
  const rows = attention.targetTokens;
  const columns = attention.sourceTokens;
  const heads = head === AVERAGE ? [...Array(attention.heads).keys()] : [head];
  const sums = Array.from({length: rows}, () => new Float64Array(columns));
  for (const h of heads) {
    const first = (layer * attention.heads + h) * rows * columns;
    for (let t = 0; t < rows; ++t) {
      for (let s = 0; s < columns; ++s) {
        sums[t][s] += attention.weights[first + t * columns + s] / heads.length;
      }
    }
  }
  return sums;
}

function show(piece) {
  return piece.replaceAll("\u2581", "\u00a0").trim() || "\u2423";
}

function table(sourcePieces, targetPieces, weights) {
  const head = element("tr", {}, element("td", {}),
    ...sourcePieces.map((piece) => element("th", {scope: "col"},
                                           element("span", {}, show(piece)))));
  const rows = weights.map((row, t) => element("tr", {},
    element("th", {scope: "row"}, show(targetPieces[t] ?? "")),
    ...[...row].map((weight, s) => {
      const cell = element("td", {
        title: `${show(targetPieces[t] ?? "")} \u2190 ${show(sourcePieces[s] ?? "")}: ` +
            formatNumber(weight, 2)});
      const box = element("div", {class: "heat"});
      box.style.opacity = Math.min(weight, 1).toFixed(3);
      cell.append(box, element("span", {class: "hidden"}, formatNumber(weight, 2)));
      return cell;
    })));
  return element("table", {class: "heatmap"}, element("thead", {}, head),
                 element("tbody", {}, ...rows));
}

function choice(key, count, first, chosen) {
  const select = element("select");
  if (first) select.append(element("option", {value: AVERAGE}, words("average")));
  for (let i = 0; i < count; ++i) {
    select.append(element("option", {value: i}, formatNumber(i + 1)));
  }
  select.value = chosen;
  return {select, label: element("label", {class: "field inline"},
                                 element("span", {}, words(key)), select)};
}

// Returns an element for the only sentence of `result`, or null if it has no
// weights.
export function heatmap(result) {
  const translation = result.translations?.hypotheses?.[0];
  const attention = translation?.attention ?? translation?.segments?.[0]?.attention;
  if (!attention?.weights?.length) return null;
  const pieces = (translation.tokens ?? []).map((token) => token.piece);
  const layer = choice("layer", attention.layers, false, attention.alignmentLayer ?? 0);
  const head = choice("head", attention.heads, true, AVERAGE);
  const place = element("div", {class: "scroll", tabindex: 0, role: "group",
                                "aria-label": words("attentionTitle")});
  const draw = () => place.replaceChildren(table(
      result.sourcePieces ?? [], pieces,
      matrix(attention, Number(layer.select.value), Number(head.select.value))));
  layer.select.addEventListener("change", draw);
  head.select.addEventListener("change", draw);
  draw();
  return element("div", {class: "attention"},
    element("p", {class: "muted"}, words("attentionHelp")),
    element("div", {class: "row"}, layer.label, head.label), place);
}
