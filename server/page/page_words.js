// The words of the interface.

const ENGLISH = {
  motto: "Translation on your own server",
  interface: "Language of this page",
  from: "From", to: "To", swap: "Swap languages",
  detect: "Detect language", detected: "Detected: {name}",
  format: "Format of the text", plain: "Text",
  sourceText: "Text to translate", translation: "Translation",
  placeholder: "Type or paste text",
  clear: "Clear", translate: "Translate", stop: "Stop",
  copy: "Copy", copied: "Copied", copyFailed: "The browser did not allow copying",
  download: "Download",
  characters: "{n} characters",
  pressToTranslate: "Long text: press Translate",
  translating: "Translating…", translatingCount: "Translating… {n} sentences",
  done: "{n} sentences in {seconds} s", doneOne: "1 sentence in {seconds} s",
  stopped: "Stopped",
  legendKept: "copied unchanged", legendTerm: "glossary term",
  legendWarning: "check this", legendHint: "Click a sentence for alternatives.",
  sentence: "Sentence", alternatives: "Alternatives", close: "Close",
  noAlternatives: "The model found no other translation.",
  use: "Use this translation", looking: "Looking for alternatives…",
  attention: "Show attention", attentionTitle: "Attention",
  attentionHelp: "Each row is a piece of the translation, each column a piece of the text. The stronger the colour of a cell, the more the model looked at that piece of the text to write that piece of the translation. Point at a cell to see the number, from 0 to 1. Layer and head select a part of the model.",
  layer: "Layer", head: "Head", average: "Average",
  protectedParts: "Copied unchanged", termsUsed: "Glossary terms",
  findings: "Please check",
  lowCoverage: "A part of the sentence may be missing.",
  repetition: "The translation repeats itself and is probably wrong.",
  lengthLimit: "The translation is too long and may be incomplete.",
  repairIncomplete: "There was no time to fit in copied parts well. Check where they stand.",
  splitSentence: "The sentence was too long and was translated in parts.",
  notKept: "Not kept: {text}", termMissing: "Term not used: {text}",
  shows: "Show", more: "and {n} more",
  noAttention: "The model did not translate this sentence.",
  step_COPY: "copied", step_MODEL: "by the model",
  step_N_BEST: "by another translation of the search",
  step_SENTINEL: "hidden when translating again",
  step_CONSTRAINT: "required when translating again",
  step_DIVISION: "the rest was translated again behind it",
  step_SPLICE: "inserted afterwards", step_NOT_KEPT: "missing",
  kind_URL: "Address", kind_EMAIL: "E-mail address", kind_PATH: "Path",
  kind_UUID: "Identifier", kind_HASH: "Hash", kind_IP_ADDRESS: "IP address",
  kind_VERSION: "Version", kind_CODE: "Code", kind_PLACEHOLDER: "Placeholder",
  kind_HASHTAG: "Hashtag", kind_MENTION: "Mention", kind_EMOJI: "Emoji",
  kind_NUMBER: "Number", kind_DO_NOT_TRANSLATE: "Not translated",
  glossary: "Glossary",
  glossaryHelp: "Words of the text and the translation that they must have.",
  addTerm: "Add a term", termSource: "Term", termTarget: "Translation of the term",
  removeTerm: "Remove the term", ignoreCase: "Ignore capital letters",
  termCount: "({n})",
  access: "Access", token: "Token",
  tokenHelp: "Some servers need a token from their operator. This tab keeps it until you close the tab.",
  keys: "Ctrl+Enter translates. Escape stops or closes. The arrow keys move between sentences of the translation.",
  sameLanguage: "The text seems to be in {name} already.",
  translateTo: "Translate to {name}",
  retry: "Try again", enterToken: "Enter a token",
  retrySoon: "Trying again…", retryIn: "Trying again in {seconds} s.",
  error_network: "The server does not answer.",
  error_starting: "The server is starting or stopping.",
  error_cut: "The translation ended before it was complete.",
  error_token: "The server needs a valid token.",
  error_busy: "The server is busy.",
  error_busyNow: "The server cannot do this now: {message}",
  error_large: "The text is too long for this server. Translate it in parts.",
  error_missing: "The server does not translate this. {message}",
  error_late: "The translation took too long.",
  error_request: "The server refused the text: {message}",
  error_server: "The server has a defect. {message}",
  error_noLanguages: "The server has no model.",
};

const SPANISH = {
  motto: "Traducción en su propio servidor",
  interface: "Idioma de esta página",
  from: "De", to: "A", swap: "Intercambiar idiomas",
  detect: "Detectar idioma", detected: "Detectado: {name}",
  format: "Formato del texto", plain: "Texto",
  sourceText: "Texto que se traduce", translation: "Traducción",
  placeholder: "Escriba o pegue un texto",
  clear: "Borrar", translate: "Traducir", stop: "Parar",
  copy: "Copiar", copied: "Copiado", copyFailed: "El navegador no permitió copiar",
  download: "Descargar",
  characters: "{n} caracteres",
  pressToTranslate: "Texto largo: pulse Traducir",
  translating: "Traduciendo…", translatingCount: "Traduciendo… {n} frases",
  done: "{n} frases en {seconds} s", doneOne: "1 frase en {seconds} s",
  stopped: "Parado",
  legendKept: "copiado sin cambios", legendTerm: "término del glosario",
  legendWarning: "revíselo", legendHint: "Pulse una frase para ver alternativas.",
  sentence: "Frase", alternatives: "Alternativas", close: "Cerrar",
  noAlternatives: "El modelo no encontró otra traducción.",
  use: "Usar esta traducción", looking: "Buscando alternativas…",
  attention: "Mostrar la atención", attentionTitle: "Atención",
  attentionHelp: "Cada fila es una pieza de la traducción y cada columna, una pieza del texto. Cuanto más intenso es el color de una celda, más miró el modelo esa pieza del texto para escribir esa pieza de la traducción. Señale una celda para ver el número, de 0 a 1. La capa y la cabeza eligen una parte del modelo.",
  layer: "Capa", head: "Cabeza", average: "Media",
  protectedParts: "Copiado sin cambios", termsUsed: "Términos del glosario",
  findings: "Revise, por favor",
  lowCoverage: "Puede faltar una parte de la frase.",
  repetition: "La traducción se repite y probablemente está mal.",
  lengthLimit: "La traducción es demasiado larga y puede estar incompleta.",
  repairIncomplete: "No hubo tiempo para colocar bien las partes copiadas. Revise dónde están.",
  splitSentence: "La frase era demasiado larga y se tradujo por partes.",
  notKept: "No conservado: {text}", termMissing: "Término no usado: {text}",
  shows: "Mostrar", more: "y {n} más",
  noAttention: "El modelo no tradujo esta frase.",
  step_COPY: "copiado", step_MODEL: "por el modelo",
  step_N_BEST: "por otra traducción de la búsqueda",
  step_SENTINEL: "ocultado al traducir otra vez",
  step_CONSTRAINT: "exigido al traducir otra vez",
  step_DIVISION: "el resto se tradujo otra vez detrás",
  step_SPLICE: "insertado después", step_NOT_KEPT: "falta",
  kind_URL: "Dirección", kind_EMAIL: "Correo electrónico", kind_PATH: "Ruta",
  kind_UUID: "Identificador", kind_HASH: "Hash", kind_IP_ADDRESS: "Dirección IP",
  kind_VERSION: "Versión", kind_CODE: "Código", kind_PLACEHOLDER: "Marcador",
  kind_HASHTAG: "Etiqueta", kind_MENTION: "Mención", kind_EMOJI: "Emoji",
  kind_NUMBER: "Número", kind_DO_NOT_TRANSLATE: "No se traduce",
  glossary: "Glosario",
  glossaryHelp: "Palabras del texto y la traducción que deben tener.",
  addTerm: "Añadir un término", termSource: "Término",
  termTarget: "Traducción del término",
  removeTerm: "Quitar el término", ignoreCase: "Ignorar las mayúsculas",
  termCount: "({n})",
  access: "Acceso", token: "Token",
  tokenHelp: "Algunos servidores exigen un token de su administrador. Esta pestaña lo guarda hasta que usted la cierre.",
  keys: "Ctrl+Entrar traduce. Escape para o cierra. Las flechas pasan de una frase de la traducción a otra.",
  sameLanguage: "El texto ya parece estar en {name}.",
  translateTo: "Traducir a {name}",
  retry: "Reintentar", enterToken: "Escribir un token",
  retrySoon: "Se intenta otra vez…", retryIn: "Se intenta otra vez en {seconds} s.",
  error_network: "El servidor no responde.",
  error_starting: "El servidor está arrancando o parando.",
  error_cut: "La traducción terminó antes de estar completa.",
  error_token: "El servidor exige un token válido.",
  error_busy: "El servidor está ocupado.",
  error_busyNow: "El servidor no puede hacerlo ahora: {message}",
  error_large: "El texto es demasiado largo para este servidor. Tradúzcalo por partes.",
  error_missing: "El servidor no traduce esto. {message}",
  error_late: "La traducción tardó demasiado.",
  error_request: "El servidor rechazó el texto: {message}",
  error_server: "El servidor tiene un defecto. {message}",
  error_noLanguages: "El servidor no tiene ningún modelo.",
};

const LANGUAGES = {en: ENGLISH, es: SPANISH};
const STORED = "interpres.interface";
let language = "en";

export function interfaceLanguage() {
  return language;
}

// Returns a text of the interface with its {parameters} replaced.
export function words(key, parameters = {}) {
  const text = LANGUAGES[language][key] ?? ENGLISH[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => parameters[name] ?? "");
}

export function formatNumber(number, digits = 0) {
  return number.toLocaleString(language, {
    minimumFractionDigits: digits, maximumFractionDigits: digits});
}

// Returns the name of a language of texts, in the language of the interface.
export function languageName(code, fallback) {
  try {
    const name = new Intl.DisplayNames([language], {type: "language"}).of(code);
    if (name && name !== code) {
      return name[0].toLocaleUpperCase(language) + name.slice(1);
    }
  } catch {
    // Not a code of BCP 47.
  }
  return fallback || code;
}

export function chooseInterface() {
  let stored = null;
  try {
    stored = localStorage.getItem(STORED);
  } catch {
    // Without storage the browser's language decides.
  }
  setInterface(stored ?? (navigator.language ?? "en").slice(0, 2));
}

// Writes the words into all elements that name them.
export function setInterface(code) {
  language = code in LANGUAGES ? code : "en";
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-text]")) {
    node.textContent = words(node.dataset.text);
  }
  for (const node of document.querySelectorAll("[data-label]")) {
    node.setAttribute("aria-label", words(node.dataset.label));
    node.title = words(node.dataset.label);
  }
  for (const node of document.querySelectorAll("[data-placeholder]")) {
    node.placeholder = words(node.dataset.placeholder);
  }
}

export function storeInterface() {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // The choice holds until the page is left.
  }
}
