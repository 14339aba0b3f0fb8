import { afterEach, describe, expect, test } from 'bun:test';
import { createConversation, createParley, type ParleyOptions } from '../src/parley.ts';
import { conversationOf } from '../src/streams.ts';
import { readTold } from '../src/told.ts';
import { anAd } from './an-ad.ts';
import { PATIENT_ASK_MS } from './patient-ask.ts';
import {
  answerWith,
  MARKUP,
  type ScriptedExchange,
  startScriptedExchange,
  TRAIL_SHOES,
} from './scripted-exchange.ts';

/** What the kit tells of a conversation (ruling 76), and what it does with it. */

const AD = anAd('https://ads.example');

let running: ScriptedExchange[] = [];
afterEach(async () => {
  await Promise.all(running.map((exchange) => exchange.stop()));
  running = [];
});

function start(options: Partial<ParleyOptions> = {}) {
  const exchange = startScriptedExchange(() => answerWith(MARKUP, { cid: 'spring' }));
  running.push(exchange);
  const usual = { url: exchange.url, publisher: 'pub-1', timeoutMs: PATIENT_ASK_MS };
  const parley = createParley({ ...usual, ...options });
  return { parley, sent: () => exchange.received.at(-1)?.body.ext?.parley };
}

describe('a conversation', () => {
  test('has a random name of its own, and lists what was added with its age', () => {
    const [one, other] = [createConversation(), createConversation()];
    expect(one.id).not.toBe(other.id);
    one.add({ ...AD, domain: 'a.example', campaign: 'spring' });
    one.add({ ...AD, domain: null });
    one.add({ ...AD, domain: 'b.example', campaign: null });
    expect(JSON.parse(JSON.stringify(one))).toEqual({
      id: one.id,
      shown: [
        { domain: 'a.example', campaign: 'spring', secondsAgo: expect.any(Number) },
        { domain: 'b.example', campaign: null, secondsAgo: expect.any(Number) },
      ],
      atMs: expect.any(Number),
    });
    expect(one.id).toMatch(/^[0-9a-f]{32}$/);
    expect(other.toJSON().shown).toEqual([]);
  });

  test('remembers whose ads the person wants no more of, also in a kept one and among many ads', async () => {
    const page = new EventTarget();
    const conversation = createConversation(page);
    const ad = { ...AD, domain: 'shop.example', campaign: 'spring' };
    page.dispatchEvent(new CustomEvent('parley-unwanted', { detail: { id: ad.id, ad } }));
    for (let n = 0; n < 150; n++) conversation.add({ ...AD, domain: `a-${n}.example` });
    const kept = JSON.parse(JSON.stringify(conversation));
    expect(kept.shown).toHaveLength(100);
    const [refused, ...others] = createConversation(null, kept).toJSON().shown;
    expect(refused).toMatchObject({ domain: 'shop.example', again: false });
    expect(others.some(({ again }) => again === false)).toBe(false);

    const { parley, sent } = start({ repeatsAdvertiser: true });
    const { reason } = await parley.ask({ messages: TRAIL_SHOES, conversation });
    expect(sent()?.shown?.filter(({ again }) => again === false)).toHaveLength(1);
    // The scripted exchange answers with an ad of `shop.example` all the same.
    expect(reason).toBe('repeated');
  });

  test('adds what the element says it has drawn, and nothing else', () => {
    const page = new EventTarget();
    const conversation = createConversation(page);
    const ad = { ...AD, domain: 'a.example' };
    page.dispatchEvent(new CustomEvent('parley-drawn', { detail: { id: ad.id, ad } }));
    page.dispatchEvent(new CustomEvent('parley-viewable', { detail: { id: ad.id, ad } }));
    page.dispatchEvent(new Event('parley-drawn'));
    expect(conversation.toJSON().shown).toHaveLength(1);
  });

  test('goes on from what was kept of it, and is older then', () => {
    const first = createConversation();
    first.add({ ...AD, domain: 'a.example', campaign: 'spring' });
    const kept = { ...first.toJSON(), atMs: Date.now() - 60_000 };
    const next = createConversation(null, JSON.parse(JSON.stringify(kept)));
    next.add({ ...AD, domain: 'b.example' });
    const { id, shown } = next.toJSON();
    expect(id).toBe(first.id);
    expect(shown.map(({ domain }) => domain)).toEqual(['a.example', 'b.example']);
    expect(shown[0]?.secondsAgo).toBeGreaterThanOrEqual(60);
    for (const nothing of [null, undefined, 7, 'x', {}, { id: '' }]) {
      expect(createConversation(null, nothing).toJSON().shown).toEqual([]);
    }
  });

  test('tells for how long the last dismissed ad has been gone, also when it was kept', () => {
    const page = new EventTarget();
    const conversation = createConversation(page);
    expect(conversation.toJSON()).not.toHaveProperty('dismissedSecondsAgo');
    page.dispatchEvent(new CustomEvent('parley-dismissed'));
    expect(conversation.toJSON().dismissedSecondsAgo).toBe(0);
    const kept = { ...conversation.toJSON(), dismissedSecondsAgo: 40 };
    expect(createConversation(null, kept).toJSON().dismissedSecondsAgo).toBe(40);
    conversation.end();
  });

  test('is read out of the messages of the AI SDK', () => {
    const ad = { ...AD, domain: 'a.example', campaign: 'spring' };
    const messages = [
      { role: 'user', parts: [{ type: 'text', text: 'shoes' }] },
      { role: 'assistant', parts: [{ type: 'data-parley', id: ad.id, data: ad }, 7] },
      { role: 'assistant', parts: [{ type: 'data-parley', data: { domain: 'no-ad.example' } }] },
    ] as const;
    expect(conversationOf('chat-1', messages)).toEqual({
      id: 'chat-1',
      shown: [{ domain: 'a.example', campaign: 'spring', secondsAgo: 0 }],
    });
  });
});

describe('what is sent', () => {
  test('is nothing of it without a conversation, and its name before anything was shown', async () => {
    const { parley, sent } = start();
    await parley.ask({ messages: TRAIL_SHOES });
    expect(sent()).toEqual({ onlyRelevant: true });
    const conversation = createConversation();
    const { ad } = await parley.ask({ messages: TRAIL_SHOES, conversation });
    expect(sent()).toEqual({ conversation: conversation.id, onlyRelevant: true });
    expect(ad?.campaign).toBe('spring');
  });

  test('is what was shown, with the wish not to see the last advertiser again', async () => {
    const shown = [
      { domain: 'a.example', campaign: 'spring', secondsAgo: 90 },
      { domain: 'b.example', campaign: null, secondsAgo: 30 },
    ];
    const first = { domain: 'a.example', cid: 'spring', secondsAgo: 90 };
    const last = { domain: 'b.example', secondsAgo: 30 };
    const { parley, sent } = start();
    await parley.ask({ messages: TRAIL_SHOES, conversation: { id: 'c', shown } });
    expect(sent()).toEqual({
      conversation: 'c',
      shown: [first, { ...last, again: false }],
      onlyRelevant: true,
    });
    const repeating = start({ repeatsAdvertiser: true, onlyRelevant: false });
    await repeating.parley.ask({ messages: TRAIL_SHOES, conversation: { id: 'c', shown } });
    expect(repeating.sent()).toEqual({ conversation: 'c', shown: [first, last] });
  });

  test('is fit for the exchange, whatever a page claims', () => {
    for (const value of [undefined, null, 'c', [], {}, { id: 7 }, { id: '' }]) {
      expect(readTold(value)).toBeNull();
    }
    expect(readTold({ id: 'x'.repeat(65), shown: [] })).toBeNull();
    const unnamed = { domain: 'a.example', campaign: null, secondsAgo: 0 };
    expect(readTold({ id: undefined, shown: [unnamed] })).toEqual({
      id: null,
      shown: [unnamed],
      dismissedSecondsAgo: null,
    });
    const shown = [
      7,
      { domain: 'no host' },
      { domain: 'A.example', campaign: 'x'.repeat(65), secondsAgo: -1 },
    ];
    expect(readTold({ id: 'c', shown })).toEqual({
      id: 'c',
      shown: [{ domain: 'a.example', campaign: null, secondsAgo: 0 }],
      dismissedSecondsAgo: null,
    });
    const many = Array.from({ length: 120 }, (_, index) => ({ domain: `d${index}.example` }));
    expect(readTold({ id: 'c', shown: many })?.shown[0]?.domain).toBe('d20.example');
  });
});

const seen = (domain: string) => ({ domain, campaign: null, secondsAgo: 9 });

test.each([
  ['the same', ['shop.example'], 'repeated'],
  ['the same by another host', ['www.shop.example'], 'repeated'],
  ['that of a domain above it', ['example'], 'repeated'],
  ['the same before another', ['shop.example', 'b.example'], null],
])(
  'an advertiser is not shown twice in a row, unless that is wanted: %s',
  async (_, domains, reason) => {
    const conversation = { id: 'c', shown: domains.map(seen) };
    const question = { messages: TRAIL_SHOES, conversation };
    expect((await start().parley.ask(question)).reason).toBe(reason);
    const repeating = start({ repeatsAdvertiser: true });
    expect((await repeating.parley.ask(question)).reason).toBeNull();
  },
);
