import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../test/properties/runs.ts';
import { startTestServer } from '../../test/server.ts';
import { type Client, createParley, type Message, type Signals } from '../src/parley.ts';

const exchange = await startTestServer();
afterAll(() => exchange.stop(0));

const junk = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.anything(),
  fc.constantFrom('', 'de-CH', '1YNN', 'localhost', '::1', -1, 1.5, Number.NaN, null),
);

const CLIENT =
  'ip userAgent language country gdpr consent usPrivacy gpp gpc coppa isQuickReply sessionDurationMs thinkTimeMs';
const client = fc.record(
  {
    ...Object.fromEntries(CLIENT.split(' ').map((name) => [name, junk])),
    gppSid: fc.oneof(fc.array(junk), junk),
  },
  { requiredKeys: [] },
);

const HEADERS =
  'host user-agent accept-language cookie sec-gpc x-forwarded-for x-forwarded-host x-forwarded-proto';
const headers = fc.dictionary(
  fc.constantFrom(...HEADERS.split(' ')),
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('euconsent-v2=a b; usprivacy=1', 'a.b')),
);

const signals = fc.record({
  keywords: fc.array(fc.string({ unit: 'binary' })),
  price: fc.option(fc.record({ min: junk, max: junk, currency: junk }, { requiredKeys: [] })),
  intent: fc.option(
    fc.record({ value: junk, confidence: fc.double(), topics: junk, signals: junk }),
  ),
  sentiment: fc.option(fc.record({ value: junk, score: fc.double() })),
  funnel: fc.option(
    fc.record({ stage: fc.oneof(junk, fc.constant('intent')), progress: fc.double() }),
  ),
  language: junk,
});

const messages = fc.array(
  fc.record({
    role: fc.constantFrom('user', 'assistant', 'system'),
    content: fc.string({ unit: 'binary' }),
  }),
  { minLength: 1 },
);

test('whatever a conversation, a client, a proxy or a model says, the exchange does not refuse the request', async () => {
  const asked = fc.asyncProperty(
    fc.record({ messages, client, headers, signals }),
    async (given) => {
      const parley = createParley({
        url: exchange.url,
        publisher: 'p',
        timeoutMs: 5_000,
        trustedProxies: 1,
        // What comes from outside may be anything, whatever the types say.
        extract: async () => given.signals as unknown as Signals,
      });
      const { reason, detail, request } = await parley.ask({
        messages: given.messages as Message[],
        client: given.client as Client,
        request: { headers: given.headers },
      });
      expect([reason, detail]).not.toEqual(['refused', expect.anything()]);
      expect(reason).not.toBe('failed');
      if (request === null) return;
      // Nor would the strict endpoint, which repairs nothing.
      const answer = await fetch(`${exchange.url}/openrtb2`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
      });
      expect([answer.status, await answer.text()]).not.toEqual([400, expect.anything()]);
    },
  );
  await fc.assert(asked, { numRuns: runs(40) });
});
