import { describe, expect, test } from 'bun:test';
import {
  campaignOf,
  contextOf,
  createCampaignIndex,
  NOW_MS,
  requestOf,
} from '../../../test/campaigns/test-support.ts';
import type { Condition } from '../condition-schema.ts';
import conditions from './conditions.json';

/** A request of a case: with these fields of `ext.service`, and of an impression with these formats. */
type Asked = {
  readonly context?: object;
  readonly formats?: readonly string[];
  readonly [field: string]: unknown;
};

function wireOf({ context, formats, ...fields }: Asked): object {
  return {
    ...fields,
    ...(formats === undefined ? {} : { imp: [impOf(formats)] }),
    ...(context === undefined ? {} : contextOf(withIntent(context))),
  };
}

const ANY_INTENT = { value: 'purchase_inquiry', confidence: 0.9, topics: [], signals: [] };
const withIntent = (context: object & { readonly intent?: object }) =>
  context.intent === undefined
    ? context
    : { ...context, intent: { ...ANY_INTENT, ...context.intent } };

const impOf = (formats: readonly string[]) => ({
  id: '1',
  native: { request: JSON.stringify({ assets: [{ id: 1, title: { len: 50 } }] }) },
  ext: { service: { adcpFormats: formats.map((id) => ({ agent_url: 'https://a.example', id })) } },
});

const intent = (fields: object) => wireOf({ context: { intent: fields } });
const site = (fields: object) => ({ site: fields });
const atHour = (hour: number) => Date.UTC(2026, 4, 6, hour, 59);

type Case = {
  readonly condition: object;
  readonly matching: readonly Asked[];
  readonly others: readonly Asked[];
};

/** By key of the condition: what matches, and what does not. A request without the signal never does. */
const CASES: Readonly<Record<Exclude<keyof Condition, 'days' | 'hours'>, Case>> = conditions;

function runs(targeting: object, fields: object, nowMs = NOW_MS): boolean {
  const index = createCampaignIndex([campaignOf({ id: 'a', targeting })]);
  const { nextTargeted, nextFiller, offTopic } = index.rank(requestOf(fields), nowMs);
  // One that is about something else meets all conditions too.
  return (nextTargeted() ?? nextFiller()) !== undefined || offTopic().length > 0;
}

describe.each(Object.entries(CASES))('%s', (_, { condition, matching, others }) => {
  test('is met where one of its values is present: included it runs, excluded it does not', () => {
    for (const fields of matching.map(wireOf)) {
      expect(runs({ include: condition }, fields)).toBe(true);
      expect(runs({ exclude: condition }, fields)).toBe(false);
    }
  });
  test('is not met where none is, or where the request does not say', () => {
    for (const fields of [...others, {}].map(wireOf)) {
      expect(runs({ include: condition }, fields)).toBe(false);
      expect(runs({ exclude: condition }, fields)).toBe(true);
    }
  });
});

describe('days and hours', () => {
  const SUNDAY_MS = Date.UTC(2026, 4, 10);
  const cases: readonly [string, Condition, number, boolean][] = [
    ['a day that is named', { days: ['wed', 'sun'] }, NOW_MS, true],
    ['the first instant of a day', { days: ['sun'] }, SUNDAY_MS, true],
    ['the last instant of the day before', { days: ['sun'] }, SUNDAY_MS - 1, false],
    ['the hour at which hours begin', { hours: { from: 9, to: 17 } }, atHour(9), true],
    ['the hour before hours end', { hours: { from: 9, to: 17 } }, atHour(16), true],
    ['the hour at which hours end', { hours: { from: 9, to: 17 } }, atHour(17), false],
    ['hours past midnight, before it', { hours: { from: 22, to: 6 } }, atHour(23), true],
    ['hours past midnight, after it', { hours: { from: 22, to: 6 } }, atHour(5), true],
    ['hours past midnight, at their end', { hours: { from: 22, to: 6 } }, atHour(6), false],
    ['the last hour of a day', { hours: { from: 12, to: 24 } }, atHour(23), true],
    ['the first hour after it', { hours: { from: 12, to: 24 } }, atHour(0), false],
    ['a whole day', { hours: { from: 0, to: 24 } }, atHour(13), true],
  ];
  test.each(cases)('%s', (_, condition, nowMs, isMet) => {
    expect(runs({ include: condition }, {}, nowMs)).toBe(isMet);
    expect(runs({ exclude: condition }, {}, nowMs)).toBe(!isMet);
  });
});

describe('several dimensions', () => {
  const fields = (code: string, language: string) => ({
    device: { language, geo: { country: code } },
  });

  test('all that are included must match, and one that is excluded keeps a campaign out', () => {
    const both = { countries: ['DE'], languages: ['de'] };
    for (const [code, language] of [
      ['DE', 'de'],
      ['DE', 'en'],
      ['AT', 'de'],
      ['AT', 'en'],
    ] as const) {
      const [isGerman, speaksGerman] = [code === 'DE', language === 'de'];
      const asked = fields(code, language);
      expect(runs({ include: both }, asked)).toBe(isGerman && speaksGerman);
      expect(runs({ exclude: both }, asked)).toBe(!isGerman && !speaksGerman);
      const targeting = { include: { countries: ['DE'] }, exclude: { languages: ['de'] } };
      expect(runs(targeting, asked)).toBe(isGerman && !speaksGerman);
    }
  });

  test('an intent and its confidence are one dimension, included or excluded', () => {
    const sure = { intents: ['support_request'], minConfidence: 0.8 };
    const support = (confidence: number) => intent({ value: 'support_request', confidence });
    expect(runs({ include: sure }, support(0.8))).toBe(true);
    expect(runs({ include: sure }, support(0.7))).toBe(false);
    expect(runs({ exclude: sure }, support(0.8))).toBe(false);
    expect(runs({ exclude: sure }, support(0.7))).toBe(true);
    expect(runs({ exclude: sure }, intent({ confidence: 0.9 }))).toBe(true);
  });
});

test('turns without an end go on, and without a beginning start at the first', () => {
  const turn = (number: number) => contextOf({ messageSequenceNumber: number });
  expect(runs({ include: { turns: { from: 3 } } }, turn(1_000_000))).toBe(true);
  expect(runs({ include: { turns: { from: 3 } } }, turn(2))).toBe(false);
  expect(runs({ include: { turns: { to: 2 } } }, turn(1))).toBe(true);
  expect(runs({ include: { turns: { to: 2 } } }, turn(3))).toBe(false);
});

test('of a very long list only the beginning is read', () => {
  const topics = [...Array.from({ length: 1000 }, (_, index) => `topic ${index}`), 'one too many'];
  const wants = (topic: string) => ({ include: { topics: [topic] } });
  expect(runs(wants('topic 999'), intent({ topics }))).toBe(true);
  expect(runs(wants('one too many'), intent({ topics }))).toBe(false);

  const segments = {
    user: { data: [{ segment: topics.map((id) => ({ id })) }, { segment: [{ id: 'x' }] }] },
  };
  expect(runs({ include: { segments: ['topic 999'] } }, segments)).toBe(true);
  expect(runs({ include: { segments: ['x'] } }, segments)).toBe(false);

  const keyword = (length: number) => site({ keywords: `${'a'.repeat(length - 6)} trail` });
  expect(runs({ include: { keywords: ['trail'] } }, keyword(200))).toBe(true);
  expect(runs({ include: { keywords: ['trail'] } }, keyword(201))).toBe(false);
});

test('a single word is included where a keyword is about it, and excluded wherever it occurs', () => {
  const word = { keywords: ['car'] };
  const about = (keywords: string) => site({ keywords });
  for (const keywords of ['car', 'used car', 'car for a new driver', 'insurance, family car']) {
    expect(runs({ include: word }, about(keywords))).toBe(true);
    expect(runs({ exclude: word }, about(keywords))).toBe(false);
  }
  for (const keywords of ['car insurance', 'insurance for my car']) {
    expect(runs({ include: word }, about(keywords))).toBe(false);
    expect(runs({ exclude: word }, about(keywords))).toBe(false);
  }
});
