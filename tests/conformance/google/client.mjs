// Google's client library for Node against a server of Interpres. client.py
// explains the environment.

import assert from 'node:assert/strict';
import {v3} from '@google-cloud/translate';
import {grpc} from 'google-gax';

const {INTERPRES_SERVER, INTERPRES_TOKEN, INTERPRES_CA} = process.env;
const [apiEndpoint, port] = INTERPRES_SERVER.split(':');
const parent = 'projects/any/locations/global';
const name = `${parent}/glossaries/node`;

// With TLS, as a program that uses Google's service, with another address.
const client = INTERPRES_CA ?
  new v3.TranslationServiceClient(
    {apiEndpoint, port: Number(port), apiKey: INTERPRES_TOKEN}) :
  new v3.TranslationServiceClient(
    {apiEndpoint, port: Number(port),
     sslCreds: grpc.credentials.createInsecure()});
const options = INTERPRES_CA ? {} :
  {otherArgs: {headers: {authorization: `Bearer ${INTERPRES_TOKEN}`}}};

const translate = async request => {
  const [response] = await client.translateText(
    {parent, targetLanguageCode: 'es', ...request}, options);
  return response;
};

const checks = {
  async texts() {
    const {translations} = await translate(
      {contents: ['The cat sleeps.', 'Good morning.'],
       sourceLanguageCode: 'en', mimeType: 'text/plain'});
    assert.deepEqual(translations.map(t => t.translatedText),
      ['El gato duerme.', 'Buenos días.']);
  },
  async htmlIsTheDefault() {
    const {translations: [translation]} = await translate(
      {contents: ['<p>The <b>cat</b> sleeps.</p>']});
    assert.equal(translation.detectedLanguageCode, 'en');
    assert.equal(translation.translatedText, '<p>El <b>gato</b> duerme.</p>');
  },
  async detection() {
    const [{languages}] = await client.detectLanguage(
      {parent, content: '¿Dónde dejaste las llaves de la casa?'}, options);
    assert.equal(languages[0].languageCode, 'es');
  },
  async languages() {
    const [{languages}] = await client.getSupportedLanguages(
      {parent, displayLanguageCode: 'es'}, options);
    assert.deepEqual(languages.map(l => [l.languageCode, l.displayName]),
      [['en', 'inglés'], ['es', 'español']]);
  },
  async lifeOfAGlossary() {
    const [creation] = await client.createGlossary({parent, glossary: {
      name,
      languagePair: {sourceLanguageCode: 'en', targetLanguageCode: 'es'},
      inputConfig: {gcsSource: {inputUri: 'data:text/csv,cat%2Cminino'}},
    }}, options);
    const [created] = await creation.promise();
    assert.equal(created.entryCount, 1);
    const [listed] = await client.listGlossaries({parent}, options);
    assert.ok(listed.some(glossary => glossary.name === name));
    const {glossaryTranslations, translations} = await translate(
      {contents: ['The cat sleeps.'], sourceLanguageCode: 'en',
       glossaryConfig: {glossary: name}});
    assert.match(glossaryTranslations[0].translatedText, /minino/);
    assert.equal(translations[0].translatedText, 'El gato duerme.');
    const [deletion] = await client.deleteGlossary({name}, options);
    const [deleted] = await deletion.promise();
    assert.equal(deleted.name, name);
    await assert.rejects(client.getGlossary({name}, options), {code: 5});
  },
  async errors() {
    await assert.rejects(
      translate({contents: ['a'], mimeType: 'text/markdown'}),
      error => error.code === 3 && error.details.includes('text/plain'));
    await assert.rejects(client.romanizeText({parent, contents: ['a']}, options),
      error => error.code === 12 && error.details.includes('RomanizeText'));
  },
};

let failed = 0;
for (const [check, run] of Object.entries(checks)) {
  try {
    await run();
    console.log(`ok   ${check}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${check}`, error);
  }
}
await client.close();
process.exit(failed ? 1 : 0);
