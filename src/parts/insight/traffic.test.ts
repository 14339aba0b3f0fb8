import { afterAll, expect, test } from 'bun:test';
import { drainOf, journalOf, openOwnLedger } from '../../../test/ledger/ledger.ts';
import { DIMENSIONS } from '../../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import type { Host } from '../../host/host.ts';
import type { JournalEntry } from '../../ledger/journal-line.ts';
import type { RequestSample } from '../../ledger/samples/request-samples.ts';
import { DAY_MS } from '../../lib/day.ts';
import { trafficOf } from './traffic.ts';

afterAll(cleanUp);

const NOW_MS = Date.UTC(2026, 10, 10, 9);
const YESTERDAY_MS = NOW_MS - DAY_MS;
const WEEK = { days: 7, zone: 'UTC' };

type Had = Partial<typeof DIMENSIONS>;

const counted = (minuteMs: number, count: number, had: Had = {}): JournalEntry => {
  const dimensions = { ...DIMENSIONS, ...had };
  const cell = {
    measure: 'requests',
    partner: '',
    campaign: '',
    creative: '',
    reason: '',
    count,
  } as const;
  return { kind: 'tally', tally: { minuteMs, cells: [{ ...cell, dimensions }] } };
};

const sampled = (lot: number, language: string) => {
  const request = {
    id: 'sample',
    imp: [{ id: '1', native: { request: '{"assets":[{"id":1,"title":{"len":90}}]}' } }],
    site: { content: { language } },
  };
  const text = JSON.stringify({ request, bids: [], notAsked: [] });
  return { lot, minuteMs: YESTERDAY_MS, weightThousandths: 10_000, text } satisfies RequestSample;
};

async function answerOf(entries: readonly JournalEntry[], samples: readonly RequestSample[] = []) {
  const database = await openOwnLedger();
  const folder = temporaryFolder();
  await journalOf(folder, entries);
  await drainOf(folder, database).drainOnce();
  // As many again were not read.
  const read = async () => ({ samples, requests: samples.length * 20, firstMs: 0 });
  const host = {
    ledger: { database: () => database, samples: read },
    nowMs: () => NOW_MS,
    tickMs: () => 0,
  } as unknown as Host;
  return trafficOf(host, WEEK);
}

test('countries and publishers are counted exactly, in the days before today and until now, the most frequent first', async () => {
  const { countries, publishers } = await answerOf([
    counted(YESTERDAY_MS, 30, { country: 'DEU', publisher: 'news' }),
    counted(NOW_MS - 60_000, 5, { country: 'DEU', publisher: 'chat' }),
    counted(NOW_MS - 6 * DAY_MS, 50, { country: 'USA', publisher: 'chat' }),
    counted(NOW_MS - 9 * DAY_MS, 70, { country: 'FRA', publisher: 'old' }),
    counted(YESTERDAY_MS, 8, { country: '', publisher: '' }),
  ]);
  expect(countries).toEqual([
    { value: 'USA', requests: 50 },
    { value: 'DEU', requests: 35 },
  ]);
  expect(publishers).toEqual([
    { value: 'chat', requests: 55 },
    { value: 'news', requests: 30 },
  ]);
});

test('listed intents are there though no request had them, and an intent that is not listed is not', async () => {
  const { intents } = await answerOf([
    counted(YESTERDAY_MS, 9, { intent: 'comparison' }),
    counted(YESTERDAY_MS, 80, { intent: 'other' }),
  ]);
  expect(intents[0]).toEqual({ value: 'comparison', requests: 9 });
  expect(intents).toContainEqual({ value: 'information_seeking', requests: 0 });
  expect(intents.map(({ value }) => value)).not.toContain('other');
});

test('languages are those of the samples, each of which stands for some requests', async () => {
  const samples = [sampled(1, 'de'), sampled(2, 'de'), sampled(3, 'en')];
  const { languages } = await answerOf([], samples);
  expect(languages).toEqual([
    { value: 'de', requests: 40 },
    { value: 'en', requests: 20 },
  ]);
});
