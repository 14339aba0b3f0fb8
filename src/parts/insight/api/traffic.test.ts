import { afterAll, expect, test } from 'bun:test';
import { drainOf, journalOf, openOwnLedger } from '../../../../test/ledger/ledger.ts';
import { DIMENSIONS } from '../../../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../../../test/process.ts';
import type { Host } from '../../../host/host.ts';
import type { CampaignTraffic } from '../../../host/offers.ts';
import type { JournalEntry } from '../../../ledger/journal-line.ts';
import type { RequestSample } from '../../../ledger/samples/request-samples.ts';
import { DAY_MS } from '../../../lib/day.ts';
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

const sampled = (lot: number, minuteMs: number, language: string, intent: string) => {
  const service = { intent: { value: intent, confidence: 1, topics: [], signals: [] } };
  const request = {
    id: 'sample',
    imp: [{ id: '1', native: { request: '{"assets":[{"id":1,"title":{"len":90}}]}' } }],
    site: { content: { language } },
    ext: {
      service: {
        messageSequenceNumber: 1,
        isQuickReply: false,
        messageLength: 0,
        sessionDurationMs: 0,
        ...service,
      },
    },
  };
  const text = JSON.stringify({ request, bids: [], notAsked: [] });
  return { lot, minuteMs, weightThousandths: 10_000, text } satisfies RequestSample;
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

const shown = ({ values }: CampaignTraffic['fields']['intents']) =>
  values.map(({ value, requests, yesterday }) => [value, requests, yesterday]);

test('countries and publishers are counted exactly, yesterday and in the days before today, the most frequent first', async () => {
  const { fields } = await answerOf([
    counted(YESTERDAY_MS, 30, { country: 'DEU', publisher: 'news' }),
    counted(NOW_MS - 60_000, 5, { country: 'DEU', publisher: 'chat' }),
    counted(NOW_MS - 6 * DAY_MS, 50, { country: 'USA', publisher: 'chat' }),
    counted(NOW_MS - 9 * DAY_MS, 70, { country: 'FRA', publisher: 'old' }),
    counted(YESTERDAY_MS, 8, { country: '', publisher: '' }),
  ]);
  expect(shown(fields.countries)).toEqual([
    ['USA', 50, 0],
    ['DEU', 35, 30],
  ]);
  expect(shown(fields.publishers)).toEqual([
    ['chat', 55, 0],
    ['news', 30, 30],
  ]);
  expect(fields.countries).toMatchObject({ requests: 93, unlisted: 'none' });
});

test('an intent that nobody had is one that no request had, unless unlisted intents were sampled', async () => {
  const some = await answerOf([counted(YESTERDAY_MS, 9, { intent: 'comparison' })]);
  const { intents } = some.fields;
  expect(intents.unlisted).toBe('none');
  expect(shown(intents).slice(0, 2)).toEqual([
    ['comparison', 9, 9],
    ['information_seeking', 0, 0],
  ]);

  const samples = [1, 2, 3].map((lot) => sampled(lot, YESTERDAY_MS, 'de', 'Gift ideas'));
  const rare = sampled(4, YESTERDAY_MS, 'en', 'about me');
  const others = await answerOf(
    [counted(YESTERDAY_MS, 80, { intent: 'other' })],
    [...samples, rare],
  );
  const other = others.fields.intents;
  expect(other.unlisted).toBe('not-sampled');
  expect(shown(other)[0]).toEqual(['gift ideas', 60, 60]);
  expect(JSON.stringify(other)).not.toContain('about me');
});
