import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client, Why } from '../src/parley.ts';
import { createParley } from '../src/parley.ts';
import { PATIENT_ASK_MS } from './patient-ask.ts';
import {
  answerWith,
  MARKUP,
  type ScriptedExchange,
  startScriptedExchange,
  TRAIL_SHOES,
} from './scripted-exchange.ts';

/** What "Why this ad?" is told: who paid, and what became of the person's data. */

let exchange: ScriptedExchange;
beforeAll(() => {
  const ext = { dsa: { paid: 'Peak Agency', behalf: 'Ridgeline Holding', adrender: 1 } };
  exchange = startScriptedExchange(() => answerWith(MARKUP, { ext }));
});
afterAll(() => exchange.stop());

async function adFor(client: Client) {
  const parley = createParley({
    url: exchange.url,
    publisher: 'pub-1',
    timeoutMs: PATIENT_ASK_MS,
  });
  const { ad } = await parley.ask({ messages: TRAIL_SHOES, client });
  return ad;
}

test('an ad says who paid and on whose behalf, as the bid declares it', async () => {
  const { payer, behalf } = (await adFor({})) ?? {};
  expect({ payer, behalf }).toEqual({ payer: 'Peak Agency', behalf: 'Ridgeline Holding' });
});

const ip = '198.51.100.7';
const CASES: readonly (readonly [string, Client, Why['address']])[] = [
  ['not sent', { gdpr: false, usPrivacy: '1YNN' }, 'unsent'],
  ['sent without any signal', { ip }, 'sent'],
  ['sent with consent under GDPR', { ip, gdpr: true, consent: 'CPokAsAPokAsABEACBENC' }, 'sent'],
  ['sent with a string that only the exchange reads', { ip, gdpr: true, gpp: 'DBABTA~1' }, 'sent'],
  ['sent where a sale is permitted', { ip, usPrivacy: '1YNN' }, 'sent'],
  ['shortened under GDPR without consent', { ip, gdpr: true }, 'shortened'],
  ['shortened where a sale is not permitted', { ip, usPrivacy: '1YYN' }, 'shortened'],
  ['shortened by Global Privacy Control', { ip, gpc: true }, 'shortened'],
  ['shortened for a child', { ip, coppa: true }, 'shortened'],
];
test.each(CASES)('of the network address it says: %s', async (_, client, address) => {
  expect((await adFor(client))?.why.address).toBe(address);
});
