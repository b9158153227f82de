// Finds the problems of a sentence that a person should check.

import {words} from "./page_words.js";

const FLAGS = {
  SEGMENT_FLAG_SPLIT: "splitSentence",
  SEGMENT_FLAG_LOW_COVERAGE: "lowCoverage",
  SEGMENT_FLAG_REPAIR_INCOMPLETE: "repairIncomplete",
};
const REASONS = {
  FINISH_REASON_LENGTH_LIMIT: "lengthLimit",
  FINISH_REASON_REPETITION: "repetition",
};
const NOT_KEPT = "PROTECTION_STEP_NOT_KEPT";

// Returns sentences of the interface. `source` is the ByteText of the text.
export function findings(segment, source) {
  const found = [];
  const add = (key, parameters) => key && found.push(words(key, parameters));
  add(REASONS[segment.finishReason]);
  // The name of a flag that is newer than this page says something, too.
  for (const flag of segment.flags ?? []) add(FLAGS[flag] ?? flag);
  const part = (span) => source.slice(span?.begin ?? 0, span?.end ?? 0);
  for (const span of segment.protectedSpans ?? []) {
    if (span.step === NOT_KEPT) add("notKept", {text: part(span.source)});
  }
  for (const term of segment.terms ?? []) {
    if (term.step === NOT_KEPT) add("termMissing", {text: part(term.source)});
  }
  return found;
}
