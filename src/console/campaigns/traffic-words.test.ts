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

test('a value that no request had is named, with what most requests had', () => {
  const known: TrafficOfField = { requests: 20, values: HAD, unlisted: 'none' };
  expect(hint(known, 'buy')).toBe(
    'No request of the last 7 days had the intent buy; most had: research, compare.',
  );
  expect(hint(known, 'buy', 'Research', 'complain')).toStartWith(
    'No request of the last 7 days had the intent buy or complain;',
  );
  expect(hint({ ...known, values: [] }, 'buy')).toEndWith('; none had an intent.');
});

test('nothing is said of values that requests had, nor where nothing is known', () => {
  const known: TrafficOfField = { requests: 20, values: HAD, unlisted: 'none' };
  expect(hint(known, 'RESEARCH', '')).toBeUndefined();
  expect(hint({ ...known, requests: 0 }, 'buy')).toBeUndefined();
  expect(hint({ ...known, unlisted: 'unknown' }, 'buy')).toBeUndefined();
});

test('what samples alone tell is not told for sure', () => {
  const sampled: TrafficOfField = { requests: 20, values: HAD, unlisted: 'not-sampled' };
  expect(hint(sampled, 'buy')).toStartWith('Hardly any sampled request of the last 7 days had');
  // It has a count of its own.
  expect(hint(sampled, 'complain')).toStartWith('No request of the last 7 days had');
});
