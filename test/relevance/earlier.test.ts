import { describe, expect, test } from 'bun:test';
import { INTENTS } from '../../kit/src/signals/signals.ts';
import { type EarlierSet, readEarlier, readSentences } from './labelled.ts';
import { score, scoreSensitive } from './score-messages.ts';

const SETS: readonly EarlierSet[] = ['tune', 'measure', 'fresh'];

/** A little below what is measured, so that a change that reads worse fails here. */
const FLOORS = {
  price: 0.98,
  intent: 0.96,
  sentiment: 0.95,
  funnel: 0.95,
  language: 0.99,
} as const;
const KEYWORDS_PRECISION_MIN = 0.88;
const KEYWORDS_RECALL_MIN = 0.92;
const SENSITIVE_RECALL_MIN = 0.98;
const FALSE_ALARMS_MAX = 0.02;

describe('what the rules are only measured on', () => {
  const conversations = readEarlier('measure');
  const { accuracy, tallies } = score(conversations);

  test.each(Object.entries(FLOORS))(
    '%s is read as a person would in at least %d',
    (name, floor) => {
      expect(accuracy[name]).toBeGreaterThanOrEqual(floor);
    },
  );

  test('most keywords are right, and most that are wanted are found', () => {
    const { found = 0, right = 0, wanted = 0, reached = 0 } = tallies.keywords ?? {};
    expect(right / found).toBeGreaterThanOrEqual(KEYWORDS_PRECISION_MIN);
    expect(reached / wanted).toBeGreaterThanOrEqual(KEYWORDS_RECALL_MIN);
  });

  test('people in trouble are noticed, and few others are', () => {
    const { recall, falseAlarms } = scoreSensitive(readSentences('measure'), conversations);
    expect(recall).toBeGreaterThanOrEqual(SENSITIVE_RECALL_MIN);
    expect(falseAlarms).toBeLessThanOrEqual(FALSE_ALARMS_MAX);
  });
});

describe('conversations that no list of intents, prices or keywords was tuned on', () => {
  const conversations = readEarlier('fresh');
  const { accuracy } = score(conversations);

  test('are read as a person would: prices in 95 %, intents in 85 %', () => {
    expect(conversations.length).toBeGreaterThanOrEqual(150);
    expect(accuracy.price).toBeGreaterThanOrEqual(0.95);
    expect(accuracy.intent).toBeGreaterThanOrEqual(0.85);
  });
});

test('there are enough conversations, in each language, and none twice', () => {
  const all = SETS.flatMap(readEarlier);
  expect(all.length).toBeGreaterThanOrEqual(400);
  for (const language of ['en', 'de', 'fr', 'es']) {
    expect(all.filter((one) => one.language === language).length).toBeGreaterThanOrEqual(60);
  }
  expect(new Set(all.map(({ messages }) => JSON.stringify(messages))).size).toBe(all.length);
});

test('every line is labelled with words that exist', () => {
  for (const set of SETS) {
    for (const { intent, sentiment, funnel, messages } of readEarlier(set)) {
      expect([...INTENTS]).toContain(intent as (typeof INTENTS)[number]);
      expect(['positive', 'neutral', 'negative']).toContain(sentiment);
      expect(['awareness', 'consideration', 'intent', 'conversion']).toContain(funnel);
      expect(messages.at(-1)?.role).toBe('user');
    }
  }
});
