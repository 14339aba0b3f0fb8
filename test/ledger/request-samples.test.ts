import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  purgeSamples,
  type RequestSample,
  readSamples,
} from '../../src/ledger/samples/request-samples.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { drainOf, journalOf, KINDS, newLocation, openLedger } from './ledger.ts';
import { AT_MS } from './samples.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const sampleOf = (lot: number, ageDays: number): RequestSample => ({
  lot,
  minuteMs: AT_MS - (AT_MS % 60_000) - ageDays * DAY_MS,
  weightThousandths: 1500,
  text: `{"of":${lot}}`,
});

describe.each([...KINDS])('on %s', (kind) => {
  async function withSamples(samples: readonly RequestSample[]) {
    const database = await openLedger(await newLocation(kind, postgres));
    const folder = temporaryFolder();
    await journalOf(folder, [{ kind: 'samples', samples }]);
    await drainOf(folder, database, { sampleDays: 90 }).drainOnce();
    return database;
  }

  test('samples of a journal are read as they came, some of them or all, with what all stand for', async () => {
    const samples = [sampleOf(2 ** 51, 2), sampleOf(5, 1), sampleOf(900, 0)];
    const database = await withSamples(samples);
    const sorted = samples.toSorted((a, b) => a.lot - b.lot);
    const all = { requests: 4.5, firstMs: samples[0]?.minuteMs };
    expect(await readSamples(database, 10)).toEqual({ samples: sorted, ...all });
    expect(await readSamples(database, 2)).toEqual({ samples: sorted.slice(0, 2), ...all });
  });

  test('without samples there is nothing to stand for', async () => {
    const database = await openLedger(await newLocation(kind, postgres));
    expect(await readSamples(database, 10)).toEqual({
      samples: [],
      requests: 0,
      firstMs: undefined,
    });
  });

  test('samples are deleted after their days, in portions, and beyond the most that are kept', async () => {
    const database = await withSamples([0, 1, 2, 3, 4, 5].map((age) => sampleOf(10 + age, age)));
    const left = async () =>
      (await readSamples(database, 10)).samples.map(({ lot }) => lot - 10).sort();
    const bounds = { days: 3.5, portionRows: 2 };
    expect(await purgeSamples(database, AT_MS, bounds)).toBe(false);
    expect(await purgeSamples(database, AT_MS, bounds)).toBe(true);
    expect(await left()).toEqual([0, 1, 2, 3]);
    expect(await purgeSamples(database, AT_MS, { ...bounds, rowsMax: 2, portionRows: 9 })).toBe(
      true,
    );
    expect(await left()).toEqual([0, 1]);
    // 0 days: none is kept.
    await purgeSamples(database, AT_MS, { days: 0, portionRows: 9 });
    expect(await left()).toEqual([]);
  });
});
