// DeepL's client library for Node against a server of Interpres.
// deepl_conformance.py explains the environment.

import assert from 'node:assert/strict';
import * as deepl from 'deepl-node';

const {INTERPRES_URL, INTERPRES_SMALL_URL, INTERPRES_TOKEN} = process.env;
const options = {serverUrl: INTERPRES_URL, maxRetries: 0};
const client = new deepl.DeepLClient(INTERPRES_TOKEN, options);

const checks = {
  async texts() {
    const results = await client.translateText(
      ['The cat sleeps.', 'Good morning.'], 'en', 'es');
    assert.deepEqual(results.map(r => [r.text, r.detectedSourceLang]),
      [['El gato duerme.', 'en'], ['Buenos días.', 'en']]);
    assert.equal(results[1].billedCharacters, 13);
  },
  async detection() {
    const result = await client.translateText('The cat sleeps.', null, 'es');
    assert.equal(result.detectedSourceLang, 'en');
  },
  async html() {
    const result = await client.translateText(
      '<p>The <b>cat</b> sleeps.</p>', null, 'es', {tagHandling: 'html'});
    assert.equal(result.text, '<p>El <b>gato</b> duerme.</p>');
  },
  async xml() {
    const result = await client.translateText(
      '<doc><p>The <i>cat</i> sleeps.</p><code>The cat</code></doc>', 'en',
      'es', {tagHandling: 'xml', outlineDetection: false,
             splittingTags: ['doc', 'p'], nonSplittingTags: ['i'],
             ignoreTags: ['code', 'x'], splitSentences: 'nonewlines',
             preserveFormatting: true, formality: 'prefer_less',
             context: 'Pets.'});
    assert.equal(result.text, '<doc><p>El <i>gato</i> duerme.</p>' +
      '<code>The cat</code></doc>');
  },
  async languages() {
    assert.deepEqual((await client.getSourceLanguages()).map(l => l.code),
      ['en', 'es']);
    assert.deepEqual((await client.getTargetLanguages()).map(l => l.code),
      ['en-GB', 'en-US', 'es']);
  },
  async lifeOfAGlossary() {
    const entries = new deepl.GlossaryEntries({entries: {cat: 'minino'}});
    const glossary =
      await client.createGlossary('Node: 1', 'en', 'es', entries);
    assert.equal(glossary.name, 'Node: 1');
    assert.equal(glossary.entryCount, 1);
    const {glossaryId} = glossary;
    assert.ok((await client.listGlossaries()).some(
      one => one.glossaryId === glossaryId));
    assert.deepEqual((await client.getGlossaryEntries(glossaryId)).entries(),
      {cat: 'minino'});
    const result =
      await client.translateText('The cat sleeps.', 'en', 'es', {glossary});
    assert.match(result.text, /minino/);
    await client.deleteGlossary(glossaryId);
    await assert.rejects(client.getGlossary(glossaryId),
      deepl.GlossaryNotFoundError);
    assert.ok((await client.getGlossaryLanguagePairs()).some(
      pair => pair.sourceLang === 'en' && pair.targetLang === 'es'));
  },
  async quota() {
    const small = new deepl.DeepLClient(
      INTERPRES_TOKEN, {serverUrl: INTERPRES_SMALL_URL, maxRetries: 0});
    await small.translateText('Good morning.', 'en', 'es');
    const usage = await small.getUsage();
    assert.deepEqual([usage.character.count, usage.character.limit], [13, 20]);
    await assert.rejects(small.translateText('Good morning.', 'en', 'es'),
      deepl.QuotaExceededError);
  },
  async errors() {
    await assert.rejects(
      client.translateText('a', null, 'es', {formality: 'more'}),
      error => error.message.includes('formality'));
    await assert.rejects(
      new deepl.DeepLClient('a-wrong-key', options).translateText(
        'a', null, 'es'),
      deepl.AuthorizationError);
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
process.exit(failed ? 1 : 0);
