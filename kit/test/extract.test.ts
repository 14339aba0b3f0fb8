import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { letTimeRun, passSeconds, stopTime } from '../../test/stopped-time.ts';
import { createParley, type Signals } from '../src/parley.ts';
import { PATIENT_ASK_MS } from './patient-ask.ts';
import { startScriptedExchange, TRAIL_SHOES } from './scripted-exchange.ts';

const exchange = startScriptedExchange(() => new Response(null, { status: 204 }));
afterEach(letTimeRun);
afterAll(() => exchange.stop());

const KAYAKS = { keywords: ['folding kayak'], language: 'en' } as unknown as Signals;

function askWith(extract: (messages: unknown) => Promise<unknown>) {
  const options = { url: exchange.url, publisher: 'pub-1', timeoutMs: PATIENT_ASK_MS };
  // What a model gives may be anything; the type is a wish.
  const parley = createParley({ ...options, extract: extract as () => Promise<Signals> });
  return parley.ask({ messages: TRAIL_SHOES });
}

test('what a model of the publisher reads is sent', async () => {
  const { signals, request } = await askWith(async () => KAYAKS);
  expect(signals?.keywords).toEqual(['folding kayak']);
  expect(request?.site?.keywords).toBe('folding kayak');
  expect(request?.ext?.service?.intent).toBeUndefined();
});

describe('the rules take over', () => {
  test.each([
    ['a model that fails', () => Promise.reject(new Error('no quota'))],
    ['a model that never answers', () => new Promise(() => {})],
    ['an answer of another form', async () => ({ keywords: 'kayak' })],
    [
      'a model that throws before it promises',
      () => {
        throw new Error('no key');
      },
    ],
  ])('from %s', async (_, extract) => {
    stopTime();
    const asked = askWith(extract);
    // Half of the time is the model's.
    await passSeconds(PATIENT_ASK_MS / 2000);
    const { request, reason } = await asked;
    expect(request?.site?.keywords).toContain('trail running shoes');
    expect(reason).toBe('no-demand');
  });
});

test('a model that calls it sensitive is believed, and one that does not cannot overrule the rules', async () => {
  const crisis = { class: 'crisis', words: [] };
  expect((await askWith(async () => ({ ...KAYAKS, sensitive: crisis }))).reason).toBe('sensitive');
  const parley = createParley({
    url: exchange.url,
    publisher: 'pub-1',
    extract: async () => KAYAKS,
  });
  const messages = [{ role: 'user', content: 'my dog died yesterday' }] as const;
  expect((await parley.ask({ messages })).reason).toBe('sensitive');
});
