import { expect, test } from 'bun:test';
import type { CampaignTraffic, TrafficOfField } from './traffic.ts';
import { requestsWords, unseenHint } from './traffic-words.ts';

const value = (text: string, requests: number, yesterday = 0, isAbout = false) => ({
  value: text,
  requests,
  yesterday,
  isAbout,
});

test('requests are told of yesterday, or of the days before where yesterday had none', () => {
  expect(requestsWords(value('DEU', 20_000, 12_400), 7)).toBe('12,400 requests yesterday');
  expect(requestsWords(value('de', 20, 1, true), 7)).toBe('about 1 request yesterday');
  expect(requestsWords(value('DEU', 3), 7)).toBe('3 requests in the last 7 days, none yesterday');
  expect(requestsWords(undefined, 7)).toBe('no request in the last 7 days');
});

const NOTHING: TrafficOfField = { requests: 0, values: [], unlisted: 'none' };

function hint(intents: TrafficOfField, ...values: readonly string[]): string | undefined {
  const fields = { countries: NOTHING, languages: NOTHING, intents, publishers: NOTHING };
  const traffic: CampaignTraffic = { days: 7, fields };
  return unseenHint(traffic, { field: 'intents', values, form: (text) => text.toLowerCase() });
}

const HAD = [value('research', 9), value('compare', 4), value('complain', 0)];

const KNOWN: TrafficOfField = { requests: 20, values: HAD, unlisted: 'none' };

test('a value that no request had is named, with what most requests had, and nothing else', () => {
  expect(hint(KNOWN, 'buy')).toContain('had the intent buy; most had: research, compare.');
  expect(hint(KNOWN, 'buy', 'Research', 'complain')).toContain('the intent buy or complain;');
  expect(hint(KNOWN, 'RESEARCH', '')).toBeUndefined();
  expect(hint({ ...KNOWN, requests: 0 }, 'buy')).toBeUndefined();
  expect(hint({ ...KNOWN, unlisted: 'unknown' }, 'buy')).toBeUndefined();
});

test('what samples alone tell is not told for sure', () => {
  expect(hint({ ...KNOWN, unlisted: 'not-sampled' }, 'buy')).toStartWith('Hardly any');
});
