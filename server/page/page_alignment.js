// Which words of a sentence belong together, from the aligned pieces.

import {splitWords} from "./page_text.js";

const WORD_START = "\u2581";  // begins a piece that begins a word
const SENTENCE_END = "</s>";
const DIRECTION_TAG = /^>>.*<<$/;

// Returns the number of the word of each piece, and the number of words.
function wordsOfPieces(pieces) {
  let count = 0;
  const words = pieces.map((piece) => {
    if (piece === SENTENCE_END || DIRECTION_TAG.test(piece)) return -1;
    if (piece.startsWith(WORD_START)) ++count;
    return Math.max(count - 1, 0);
  });
  return {words, count};
}

// Divides the source pieces of a text into the pieces of its sentences.
// Returns pairs of the first index and the pieces.
function sentencesOfPieces(pieces) {
  const sentences = [];
  let first = 0;
  pieces.forEach((piece, i) => {
    if (piece === SENTENCE_END) {
      sentences.push({first, pieces: pieces.slice(first, i + 1)});
      first = i + 1;
    }
  });
  return sentences;
}

function alignSentence(source, tokens, sourceWords, targetWords) {
  const from = wordsOfPieces(source.pieces);
  const to = wordsOfPieces(tokens.map((token) => token.piece));
  // The pieces of other scripts and of markup can differ from the words.
  if (from.count !== sourceWords.length || to.count !== targetWords.length) {
    return null;
  }
  const links = [];
  tokens.forEach((token, i) => {
    const target = to.words[i];
    const piece = (token.sourceToken ?? -1) - source.first;
    const word = from.words[piece] ?? -1;
    if (target >= 0 && word >= 0) links.push({source: word, target});
  });
  return {sourceWords, targetWords, links};
}

// Returns for each segment of `translation` its words and the links between
// them, or null if they are unknown. `source` and `target` are ByteText.
export function alignments(result, translation, source, target) {
  const segments = translation.segments ?? [];
  const sentences = sentencesOfPieces(result.sourcePieces ?? []);
  if (sentences.length !== segments.length) return segments.map(() => null);
  const tokens = segments.map(() => []);
  for (const token of translation.tokens ?? []) {
    tokens[token.segment ?? 0]?.push(token);
  }
  return segments.map((segment, i) => {
    const from = source.range(segment.source);
    const to = target.range(segment.target);
    return alignSentence(sentences[i], tokens[i],
                         splitWords(source.text, from.begin, from.end),
                         splitWords(target.text, to.begin, to.end));
  });
}
