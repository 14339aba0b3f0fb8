import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../test/properties/runs.ts';
import { createParley, type Signals } from '../src/parley.ts';
import { PATIENT_ASK_MS } from './patient-ask.ts';
import sentences from './private-sentences.json';
import { startScriptedExchange } from './scripted-exchange.ts';

const exchange = startScriptedExchange(() => new Response(null, { status: 204 }));
afterAll(() => exchange.stop());

const options = { url: exchange.url, publisher: 'pub-1', timeoutMs: PATIENT_ASK_MS };
const parley = createParley(options);

/** All that leaves for a message, apart from what is the same for every message. */
async function sentFor(content: string, asking = parley): Promise<string> {
  const { request } = await asking.ask({ messages: [{ role: 'user', content }] });
  if (request === null) return '';
  const { site, ext, imp } = request;
  return JSON.stringify([
    site,
    ext?.service?.intent,
    imp[0]?.ext?.service_product_search,
  ]).toLowerCase();
}

describe('a message in a language that is not read', () => {
  test.each([
    'Etsin uusia juoksukenkiä',
    'Szukam butów do biegania do 100 euro',
    'Caut un telefon ieftin',
    'Maria Kowalska, Wrocław',
    'xyzzy',
  ])('is not asked for, and nothing leaves: %s (ruling 66)', async (content) => {
    const before = exchange.received.length;
    const asked = await parley.ask({ messages: [{ role: 'user', content }] });
    expect(asked).toMatchObject({ ad: null, reason: 'unknown-language', request: null });
    expect(asked.signals).toMatchObject({ keywords: [], price: null, language: '' });
    expect(exchange.received.length).toBe(before);
  });

  test('is asked for with the signals of a model that reads it', async () => {
    const polish = { keywords: ['buty do biegania'], language: 'pl' } as unknown as Signals;
    const reading = createParley({ ...options, extract: async () => polish });
    expect(await sentFor('Szukam butów do biegania', reading)).toContain('buty do biegania');
    const failing = createParley({ ...options, extract: () => Promise.reject(new Error('down')) });
    expect(await sentFor('Szukam butów do biegania', failing)).toBe('');
  });
});

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const of = (characters: string, minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
const mixed = of(letters + letters.toUpperCase() + digits, 20, 40).filter((text) =>
  /\d/.test(text),
);

/** Known by their form alone. */
const FORMED = fc.oneof(
  fc
    .tuple(fc.constantFrom('sk-live-', 'sk_test_', 'ghp_', 'xoxb-', 'glpat-', 'AKIA', 'eyJ'), mixed)
    .map(([prefix, rest]) => prefix + rest),
  mixed,
  of('0123456789abcdef', 32).filter((text) => /[a-f]/.test(text) && /\d/.test(text)),
  fc.uuid(),
  of(digits, 16).map((card) => `4${card.slice(1)}`.replace(/(.{4})(?=.)/g, '$1 ')),
  of(digits, 18).map((number) => `DE${number.replace(/(.{4})(?=.)/g, '$1 ')} 00`),
  of(digits, 9).map((number) => `+49 30 ${number}`),
  of(digits, 9).map((n) => `${n.slice(0, 3)}-${n.slice(3, 5)}-${n.slice(5)}`),
  fc.emailAddress(),
);
/** Known by the words beside them: any words, also such that name something sold. */
const SPOKEN = fc.oneof(
  of(letters + digits, 6, 12),
  of(digits, 4, 8),
  fc.constantFrom(...sentences.passwords),
);
const NAMES = fc.oneof(
  fc.constantFrom(...sentences.people),
  fc.tuple(of(letters, 3, 9), of(letters, 3, 9)).map((names) => names.map(capitalised).join(' ')),
);

function capitalised(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** The parts of a secret that would tell something, and are not said anywhere else. */
function partsOf(secret: string, around: string): readonly string[] {
  const said = around.toLowerCase();
  return [secret, ...secret.split(/[^\p{L}\p{N}]+/u)]
    .map((part) => part.toLowerCase())
    .filter((part) => part.length >= 3 && !said.includes(part));
}

describe('nothing of it is in what is sent (ruling 67):', () => {
  test.each([
    ['keys, tokens, numbers of cards, accounts and telephones', FORMED, sentences.formed],
    ['what stands beside "password" and the like', SPOKEN, sentences.spoken],
    ['names of people', NAMES, sentences.names],
  ])('%s', async (_, secrets, templates) => {
    const property = fc.asyncProperty(
      secrets,
      fc.constantFrom(...templates),
      async (secret, around) => {
        const words = (await sentFor(around.replace('%', () => secret))).split(
          /[^\p{L}\p{N}@.+-]+/u,
        );
        for (const part of partsOf(secret, around)) {
          expect(words.filter((word) => word === part)).toEqual([]);
        }
      },
    );
    await fc.assert(property, { numRuns: runs(40) });
  });

  test('not even where the model of the publisher repeats it', async () => {
    const repeats = (keywords: readonly string[]) =>
      createParley({
        ...options,
        extract: async () =>
          ({
            keywords,
            intent: {
              value: 'purchase_inquiry',
              confidence: 1,
              topics: keywords,
              signals: keywords,
            },
            language: 'en',
          }) as unknown as Signals,
      });
    const content =
      'my password is lampshade, my name is Rose Stone, key ghp_16C7e42F292c6912E771, laptop';
    const keywords = [
      'lampshade',
      'rose stone',
      'ghp_16c7e42f292c6912e771',
      'sk-live-1234abcd',
      'laptop',
    ];
    const sent = await sentFor(content, repeats(keywords));
    expect(sent).toContain('laptop');
    for (const secret of keywords.slice(0, 4)) expect(sent).not.toContain(secret);
  });
});
