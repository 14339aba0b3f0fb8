import { expect, test } from 'bun:test';
import { ANY_REQUEST } from '../../observe/request-rows.ts';
import { Refusal } from '../../openrtb/refusal.ts';
import { auctionAnswers } from './auctions.ts';
import type { AdminApiSources } from './sources.ts';

/** Only the pool is used to find a request. */
const answersOf = (replies: readonly unknown[]) =>
  auctionAnswers({ pool: { ask: async () => replies } } as unknown as AdminApiSources);

for (const member of ['auction', 'auctionRequest', 'requestOutcome'] as const) {
  test(`${member}: the worker that remembers the request answers for all`, async () => {
    expect(await answersOf([null, '{"id":"a"}', undefined])[member]('a')).toBe('{"id":"a"}');
  });

  test(`${member}: a request that no worker remembers is unknown`, async () => {
    expect(await answersOf([null, null])[member]('a')).toBeUndefined();
  });

  test(`${member}: a request is not called unknown while a worker gives no answer`, async () => {
    const refusal = await answersOf([null, undefined])[member]('a');
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
}

const recordAt = (id: string, time: string) => JSON.stringify({ id, time });

test('the auctions of all workers are listed the latest first, no more than asked for', async () => {
  const [old, middle, late] = ['1', '2', '3'].map((n) => recordAt(n, `2026-11-15T10:00:0${n}Z`));
  const answers = answersOf([[middle ?? ''], undefined, [old ?? '', late ?? '']]);
  expect(await answers.recentAuctions(2)).toEqual([late ?? '', middle ?? '']);
});

test('the requests of all workers are one list, whoever gave no answer', async () => {
  const listOf = (kept: number, partners: readonly string[]) => ({
    rows: [],
    publishers: [],
    outcomes: [],
    partners,
    kept,
    oldestMs: null,
    sinceMs: 0,
  });
  const answers = answersOf([undefined, listOf(2, ['b']), listOf(3, ['a'])]);
  expect(await answers.requests(ANY_REQUEST)).toMatchObject({ kept: 5, partners: ['a', 'b'] });
});

test('the status has the state of the partners from a worker that answered', async () => {
  const statusOf = (replies: readonly unknown[]) =>
    auctionAnswers({
      pool: { ask: async () => replies, pids: () => [11, 12] },
      leases: { status: () => 'none' },
      ledger: { health: () => 'well' },
      store: { status: () => 'told' },
      databaseWatch: { status: () => 'same' },
      health: { troubles: () => ['one'] },
      work: () => ({ setup: { config: { adcp: { enabled: true } } } }),
      publicUrl: () => 'https://bid.example',
    } as unknown as AdminApiSources).status();
  const partners = [{ name: 'acme' }];
  expect(await statusOf([undefined, { partners }])).toEqual({
    troubles: ['one'],
    workers: [11, 12],
    partners,
    redis: 'none',
    ledger: 'well',
    store: 'told',
    database: 'same',
    journalFaults: [],
    adcp: 'https://bid.example/adcp/mcp',
  });
  expect(await statusOf([undefined, undefined])).toMatchObject({ partners: [] });
  const worker = (journalFault: string | null) => ({ partners: [], journalFault });
  expect(
    await statusOf([worker('full'), worker(null), worker('renamed'), worker('full')]),
  ).toMatchObject({ journalFaults: ['full', 'renamed'] });
});
