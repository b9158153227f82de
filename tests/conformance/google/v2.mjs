// Version 2 of Google's client library for Node against a server of Interpres.
// client.py explains the environment.

import assert from 'node:assert/strict';
import {v2} from '@google-cloud/translate';

const {INTERPRES_SERVER, INTERPRES_TOKEN, INTERPRES_CA} = process.env;
const scheme = INTERPRES_CA ? 'https' : 'http';
process.env.GOOGLE_CLOUD_TRANSLATE_ENDPOINT =
  `${scheme}://${INTERPRES_SERVER}/language/translate/v2`;
const client = new v2.Translate({key: INTERPRES_TOKEN, projectId: 'any'});

const checks = {
  async texts() {
    const [translations] = await client.translate(
      ['The cat sleeps.', 'Good morning.'],
      {from: 'en', to: 'es', format: 'text'});
    assert.deepEqual(translations, ['El gato duerme.', 'Buenos días.']);
  },
  async htmlIsDetected() {
    const [translation] =
      await client.translate('<p>The <b>cat</b> sleeps.</p>', 'es');
    assert.equal(translation, '<p>El <b>gato</b> duerme.</p>');
  },
  async detection() {
    const [detected] =
      await client.detect('¿Dónde dejaste las llaves de la casa?');
    assert.equal(detected.language, 'es');
  },
  async languages() {
    const [languages] = await client.getLanguages('es');
    assert.deepEqual(languages, [{code: 'en', name: 'inglés'},
      {code: 'es', name: 'español'}]);
  },
  async errors() {
    await assert.rejects(
      client.translate('a', {to: 'es', model: 'no-such-model'}),
      error => error.code === 404 && error.message.includes('no-such-model'));
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
