import { afterAll, describe, expect, test } from 'bun:test';
import { createConversation, createParley, noAdSentence, rules } from '../src/parley.ts';
import { PATIENT_ASK_MS } from './patient-ask.ts';
import { answerWith, MARKUP, startScriptedExchange, TRAIL_SHOES } from './scripted-exchange.ts';
import unwanted from './unwanted.json';

const exchange = startScriptedExchange(() => answerWith(MARKUP));
afterAll(() => exchange.stop());

const usual = { url: exchange.url, publisher: 'pub-1', timeoutMs: PATIENT_ASK_MS };
const parley = createParley(usual);
const said = (content: string) => [{ role: 'user', content }] as const;

describe('nobody is asked for an ad', () => {
  test.each(unwanted)('beside "%s": %s', async (content = '', reason = '') => {
    const before = exchange.received.length;
    const asked = await parley.ask({ messages: said(content) });
    expect(asked).toMatchObject({ ad: null, reason: 'unwanted', detail: reason, request: null });
    expect(exchange.received.length).toBe(before);
    expect(noAdSentence(asked)).toMatch(/^[A-Z].+\.$/);
  });

  test('directly after an ad was dismissed, for two minutes', async () => {
    const conversation = createConversation();
    const ask = (dismissedSecondsAgo: number) =>
      parley.ask({
        messages: TRAIL_SHOES,
        conversation: { ...conversation.toJSON(), dismissedSecondsAgo },
      });
    expect(await ask(5)).toMatchObject({ ad: null, reason: 'dismissed' });
    expect((await ask(120)).reason).toBeNull();
  });

  test('for the first answer, unless the person wants to buy or compare, or the publisher says so', async () => {
    const question = said('what is the difference between lugs and studs on trail shoes');
    const later = [...question, { role: 'assistant', content: 'Lugs are rubber.' }, ...question];
    const { reason } = await parley.ask({ messages: said('how do trail shoes grip on wet rock?') });
    expect(reason).toBe('first-answer');
    expect((await parley.ask({ messages: later as never })).reason).toBeNull();
    expect((await parley.ask({ messages: TRAIL_SHOES })).reason).toBeNull();
    const eager = createParley({ ...usual, firstTurn: 1 });
    const asked = await eager.ask({ messages: said('how do trail shoes grip on wet rock?') });
    expect(asked.reason).toBeNull();
  });
});

describe('an ad is asked for', () => {
  test.each([
    'a desk for homework, under 200 dollars',
    'which laptop should I buy for python programming?',
    'I am 35 and want running shoes',
    'we are 12 people and need a big tent, which one should we buy?',
    'my old blender was trash, which one should I buy?',
  ])('for a wish: "%s"', (content) => {
    expect(rules(said(content)).unwanted).toBeNull();
  });

  test('with the wish for relevant ads alone, unless the publisher takes others', async () => {
    const { request } = await parley.ask({ messages: TRAIL_SHOES });
    expect(request?.ext?.parley?.onlyRelevant).toBe(true);
    const easy = createParley({ ...usual, onlyRelevant: false });
    expect((await easy.ask({ messages: TRAIL_SHOES })).request?.ext?.parley).toBeUndefined();
  });
});

describe('in test mode, where somebody tries the chat', () => {
  const trying = createParley({ ...usual, test: true });
  const paced = createParley({ ...usual, test: true, firstTurn: 3, everyTurns: 2 });
  const ofAdults = unwanted.flatMap(([content = '', reason]) =>
    reason === 'child' ? [] : content,
  );

  test.each(['test', 'Will it rain in Paris tomorrow?', ...ofAdults])(
    'an ad comes beside "%s"',
    async (content) => {
      const { ad } = await trying.ask({ messages: said(content) });
      expect(ad?.title).toBe('Scree 3: grip for wet rock');
    },
  );

  test('an ad comes at each turn, after one was dismissed, and from an advertiser that was refused', async () => {
    expect((await paced.ask({ messages: TRAIL_SHOES })).reason).toBeNull();
    const shown = { domain: 'shop.example', campaign: null, secondsAgo: 1, again: false } as const;
    const conversation = { id: 'c', shown: [shown], dismissedSecondsAgo: 1 };
    expect((await trying.ask({ messages: TRAIL_SHOES, conversation })).reason).toBeNull();
  });

  test.each([
    ['my dog died yesterday', 'sensitive', null],
    ["i'm 12 years old and want running shoes", 'unwanted', 'child'],
    ['Etsin uutta puhelinta', 'unknown-language', null],
  ] as const)('nobody is asked for one beside "%s": %s', async (content, reason, detail) => {
    const before = exchange.received.length;
    const asked = await trying.ask({ messages: said(content) });
    expect(asked).toMatchObject({ ad: null, reason, detail });
    expect(exchange.received.length).toBe(before);
  });
});

test('what a model of the publisher takes for unwanted gets no ad either', async () => {
  const extract = async () => ({
    ...rules(TRAIL_SHOES),
    unwanted: { reason: 'complaint' as const, words: [] },
  });
  const asked = await createParley({ ...usual, extract }).ask({ messages: TRAIL_SHOES });
  expect(asked).toMatchObject({ reason: 'unwanted', detail: 'complaint' });
});
