import { afterAll, expect, test } from 'bun:test';
import {
  idDigest,
  type RequestSample,
  readSamples,
  writeSamples,
} from '../../src/ledger/samples/request-samples.ts';
import { findSamples } from '../../src/ledger/samples/sampled-outcomes.ts';
import { deleteOld } from '../../src/ledger/upkeep.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { cleanUp } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { AT_MS } from './samples.ts';

afterAll(cleanUp);

const sampleOf = (lot: number, ageDays: number): RequestSample => ({
  lot,
  minuteMs: AT_MS - (AT_MS % 60_000) - ageDays * DAY_MS,
  weightThousandths: 1500,
  text: `{"of":${lot}}`,
});

const max = (count: number) => ({ count, units: 1e6 });

onEachDatabase(({ open }) => {
  async function withSamples(samples: readonly RequestSample[]) {
    const database = await open();
    await database.transaction((query) => writeSamples(query, samples));
    return database;
  }

  test('samples are read as they were written, some of them or all, with what all stand for', async () => {
    const samples = [sampleOf(2 ** 51, 2), sampleOf(5, 1), sampleOf(900, 0)];
    const database = await withSamples(samples);
    const sorted = samples.toSorted((a, b) => a.lot - b.lot);
    const all = { requests: 4.5, firstMs: samples[0]?.minuteMs };
    expect(await readSamples(database, max(10))).toEqual({ samples: sorted, ...all });
    expect(await readSamples(database, max(2))).toEqual({ samples: sorted.slice(0, 2), ...all });
  });

  test('samples are found by publisher and time, and by an id among more than are read at once', async () => {
    const database = await withSamples(
      Array.from({ length: 6000 }, (_, n) => ({
        ...sampleOf(n * 10_000, n % 3),
        foundBy: {
          publisher: n < 2 ? 'pub-1' : 'pub-2',
          requestDigest: idDigest(n * 10_000, `request-${n}`),
          bidRequestDigest: idDigest(n * 10_000, n % 3000 === 0 ? 'twice' : ''),
        },
      })),
    );
    const lots = async (question: object) => {
      const any = { id: '', publisher: '', fromMs: 0, toMs: AT_MS, ...question };
      const found = await findSamples(database, any, () => true, 50);
      return found.map(({ lot }) => lot / 10_000).sort();
    };
    expect(await lots({ id: 'request-5999' })).toEqual([5999]);
    expect(await lots({ id: 'twice' })).toEqual([0, 3000]);
    expect(await lots({ id: 'twice', publisher: 'pub-1' })).toEqual([0]);
    expect(await lots({ publisher: 'pub-1' })).toEqual([0, 1]);
    expect(await lots({ publisher: 'pub-1', toMs: AT_MS - DAY_MS })).toEqual([1]);
  });

  test('no more is read once the texts are as long as they may be', async () => {
    const samples = Array.from({ length: 600 }, (_, lot) => sampleOf(lot, 0));
    const database = await withSamples(samples);
    const units = samples.slice(0, 300).reduce((sum, { text }) => sum + text.length, 0);
    const read = await readSamples(database, { count: 600, units });
    // They are read in portions of 250.
    expect(read.samples).toEqual(samples.slice(0, 500));
    expect(read.requests).toBe(900);
  });

  test('samples are deleted after their days, in portions, and beyond the most that are kept', async () => {
    const database = await withSamples([0, 1, 2, 3, 4, 5].map((age) => sampleOf(10 + age, age)));
    const left = async () =>
      (await readSamples(database, max(10))).samples.map(({ lot }) => lot - 10).sort();
    const purge = (sampleDays: number, portionRows: number, rowsMax?: number) =>
      deleteOld(database, 'request_samples', {
        nowMs: AT_MS,
        days: { sampleDays },
        portionRows,
        rowsMax,
      });
    expect(await purge(3.5, 2)).toBe(false);
    expect(await purge(3.5, 2)).toBe(true);
    expect(await left()).toEqual([0, 1, 2, 3]);
    expect(await purge(3.5, 9, 2)).toBe(true);
    expect(await left()).toEqual([0, 1]);
    // 0 days: none is kept.
    await purge(0, 9);
    expect(await left()).toEqual([]);
  });
});
