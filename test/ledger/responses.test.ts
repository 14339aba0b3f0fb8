import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { UnchargedReason } from '../../src/core/sale/fact.ts';
import { HALF_LIFE_DAYS, RESPONSE_DAYS, readResponses } from '../../src/ledger/rates/responses.ts';
import { deleteOld } from '../../src/ledger/upkeep.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database, DatabaseLocation } from '../../src/lib/sql/database.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { countOf, drainOf, journalOf, openLedger } from './ledger.ts';
import { AT_MS, aFact, factEntry } from './samples.ts';

afterAll(cleanUp);

onEachDatabase(({ locate }) => {
  let location: DatabaseLocation;
  let database: Database;
  beforeEach(async () => {
    location = await locate();
    database = await openLedger(location);
  });

  const facts = (count: number, changes: Parameters<typeof aFact>[0]) =>
    Array.from({ length: count }, (_, n) =>
      factEntry(aFact({ ...changes, auctionId: `${JSON.stringify(changes)}-${n}` })),
    );

  test('responses are counted once, by day and cell, and not in test mode', async () => {
    const folder = temporaryFolder();
    const click = { kind: 'click', atMs: AT_MS + 2 * DAY_MS } as const;
    await journalOf(folder, [...facts(4, {}), ...facts(1, click), ...facts(1, click)]);
    await journalOf(folder, [...facts(3, { isTest: true }), ...facts(2, { kind: 'win' })]);
    await drainOf(folder, database).drainOnce();
    const rows = await database.query('select * from responses');
    expect(rows).toHaveLength(1);
    expect([rows[0]?.impressions, rows[0]?.clicks, rows[0]?.conversions].map(Number)).toEqual([
      4, 1, 0,
    ]);
  });

  test('responses that cannot be a person’s are not counted, those beyond a budget are', async () => {
    const folder = temporaryFolder();
    const clicks = (uncharged: UnchargedReason, count: number) =>
      Array.from({ length: count }, (_, n) =>
        factEntry({ ...aFact({ kind: 'click', auctionId: `${uncharged}-${n}` }), uncharged }),
      );
    await journalOf(folder, [
      ...facts(4, {}),
      ...clicks('network', 3),
      ...clicks('too-soon', 5),
      ...clicks('over-budget', 1),
    ]);
    await drainOf(folder, database).drainOnce();
    const [cell] = await readResponses(database.query, AT_MS);
    expect(cell).toMatchObject({ impressions: 4, clicks: 1 });
  });

  test('responses of bidders that make their own prices are not counted, those of product search are', async () => {
    const folder = temporaryFolder();
    await journalOf(folder, facts(2, {}));
    const remotePartners = () => new Set(['acme']);
    await drainOf(folder, database, { remotePartners }).drainOnce();
    expect(await countOf(database, 'responses')).toBe(0);
    const another = temporaryFolder();
    await journalOf(another, facts(2, { campaign: '' }));
    const searchPartners = () => new Set(['acme']);
    await drainOf(another, database, { remotePartners, searchPartners }).drainOnce();
    expect(await countOf(database, 'responses')).toBe(1);
  });

  test('responses lose half of their weight in a week, and are deleted when they weigh nothing', async () => {
    const folder = temporaryFolder();
    const weekAgo = AT_MS - HALF_LIFE_DAYS * DAY_MS;
    await journalOf(folder, [...facts(8, {}), ...facts(8, { soldMs: weekAgo })]);
    await drainOf(folder, database).drainOnce();
    const impressions = async (nowMs: number) =>
      (await readResponses(database.query, nowMs))[0]?.impressions ?? 0;
    expect(await impressions(AT_MS)).toBeCloseTo(8 + 4, 9);
    expect(await impressions(AT_MS + HALF_LIFE_DAYS * DAY_MS)).toBeCloseTo(4 + 2, 9);
    const laterMs = AT_MS + (RESPONSE_DAYS - 1) * DAY_MS;
    const purge = (nowMs: number) => deleteOld(database, 'responses', { nowMs, days: {} });
    expect(await purge(laterMs)).toBe(true);
    expect(await countOf(database, 'responses')).toBe(1);
    await purge(laterMs + DAY_MS);
    expect(await countOf(database, 'responses')).toBe(0);
  });
});
