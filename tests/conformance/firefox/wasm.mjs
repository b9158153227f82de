// Translates the lines of standard input with Bergamot's WebAssembly, as Firefox
// does, and prints the translations, one a line.
//
// usage: node wasm.mjs WEIGHTS SHORTLIST VOCABULARY [VOCABULARY]
//
// SHORTLIST may be "" for none. The second vocabulary is the target's. The
// package @browsermt/bergamot-translator is installed beside this file.

import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const worker = path.join(here, 'node_modules', '@browsermt',
                         'bergamot-translator', 'worker');
const [weights, shortlist, ...vocabularies] = process.argv.slice(2);

// Firefox's options (inference/wasm in mozilla/translations).
const CONFIG = `beam-size: 1
normalize: 1.0
word-penalty: 0
max-length-break: 128
mini-batch-words: 1024
workspace: 128
max-length-factor: 2.0
skip-cost: true
gemm-precision: int8shiftAlphaAll
cpu-threads: 0
quiet: true
quiet-translation: true
`;

// Firefox computes these products in its own code; Node has only the fallback
// in the module.
const PRODUCTS = [
  'prepare_a', 'prepare_b', 'prepare_b_from_transposed',
  'prepare_b_from_quantized_transposed', 'prepare_bias',
  'multiply_and_add_bias', 'select_columns_of_b',
];

function fallbackOf(product) {
  const name = product.replace(/(^|_)([a-z])/g,
                               (match, gap, letter) => letter.toUpperCase());
  return (...values) => globalThis.Module.asm[`int8${name}Fallback`](...values);
}

function instantiate(imports, accept) {
  const products = Object.fromEntries(
      PRODUCTS.map((product) => [`int8_${product}`, fallbackOf(product)]));
  const code = fs.readFileSync(
      path.join(worker, 'bergamot-translator-worker.wasm'));
  WebAssembly.instantiate(code, {...imports, wasm_gemm: products})
      .then(({instance}) => accept(instance));
  return {};
}

function load(module, file, alignment) {
  const bytes = fs.readFileSync(file);
  const memory = new module.AlignedMemory(bytes.length, alignment);
  memory.getByteArrayView().set(bytes);
  return memory;
}

function translate(module, lines) {
  const pieces = new module.AlignedMemoryList();
  for (const file of vocabularies) pieces.push_back(load(module, file, 64));
  const model = new module.TranslationModel(
      CONFIG, load(module, weights, 256),
      shortlist ? load(module, shortlist, 64) : null, pieces, null);
  const service = new module.BlockingService({cacheSize: 0});
  // One at a time: the texts of a call share a shortlist.
  return lines.map((line) => {
    const texts = new module.VectorString();
    texts.push_back(line);
    const options = new module.VectorResponseOptions();
    options.push_back({qualityScores: false, alignment: false, html: false});
    return service.translate(model, texts, options).get(0).getTranslatedText();
  });
}

const lines = fs.readFileSync(0, 'utf8').trimEnd().split('\n');
globalThis.self = globalThis;
globalThis.__dirname = worker;
globalThis.__filename = path.join(worker, 'bergamot-translator-worker.js');
globalThis.require = createRequire(import.meta.url);
globalThis.Module = {
  instantiateWasm: instantiate,
  print: () => {},
  printErr: (line) => console.error(line),
  onRuntimeInitialized() {
    console.log(translate(globalThis.Module, lines).join('\n'));
  },
};
// The file is an ES module only by its last statement.
(0, eval)(fs.readFileSync(globalThis.__filename, 'utf8')
              .replace(/^export.*$/mg, ''));
