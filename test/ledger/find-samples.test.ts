import { afterAll, expect, test } from 'bun:test';
import { countSamples, findSamples } from '../../src/ledger/samples/find-samples.ts';
import {
  idDigest,
  type RequestSample,
  writeSamples,
} from '../../src/ledger/samples/request-samples.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';
import { AT_MS } from './samples.ts';

afterAll(cleanUp);

const NOW_MINUTE_MS = AT_MS - (AT_MS % 60_000);

const sampleOf = (lot: number, ageDays = 0, publisher = 'pub-1'): RequestSample => ({
  lot,
  minuteMs: NOW_MINUTE_MS - ageDays * DAY_MS,
  weightThousandths: 4000,
  text: `{"of":${lot}}`,
  foundBy: {
    publisher,
    requestDigest: idDigest(lot, `request-${lot}`),
    bidRequestDigest: idDigest(lot, `bid-request-${lot % 1000}`),
  },
});

const ANY = { id: '', publisher: '', fromMs: 0, toMs: AT_MS + DAY_MS };
const anyText = () => true;

onEachDatabase(({ open }) => {
  async function searchOf(samples: readonly RequestSample[]) {
    const database = await open();
    await database.transaction((query) =>
      writeSamples(query, { samples, days: 7, clockMs: AT_MS }),
    );
    const lots = async (
      question: Partial<typeof ANY>,
      isWanted: (sample: RequestSample) => boolean = anyText,
      max = 50,
    ) => {
      const found = await findSamples(database, { ...ANY, ...question }, isWanted, max);
      return found.map(({ lot }) => lot);
    };
    return { database, lots };
  }

  test('a sample is found by either of its ids, by publisher and by time, the newest first', async () => {
    const { lots, database } = await searchOf([
      sampleOf(7, 2),
      sampleOf(8, 1, 'pub-2'),
      sampleOf(9),
      sampleOf(1007, 1),
      // An older Parley kept it.
      { lot: 10, minuteMs: NOW_MINUTE_MS, weightThousandths: 4000, text: '{}' },
    ]);
    expect(await lots({ id: 'request-8' })).toEqual([8]);
    expect(await lots({ id: 'bid-request-7' })).toEqual([1007, 7]);
    expect(await lots({ id: 'bid-request-7', publisher: 'pub-2' })).toEqual([]);
    expect(await lots({ id: 'bid-request' })).toEqual([]);
    expect(await lots({})).toEqual([9, 1007, 8, 7]);
    expect(await lots({ publisher: 'pub-2' })).toEqual([8]);
    const yesterday = { fromMs: NOW_MINUTE_MS - DAY_MS, toMs: NOW_MINUTE_MS };
    expect(await lots(yesterday)).toEqual([1007, 8]);
    expect(await lots({}, anyText, 2)).toEqual([9, 1007]);
    expect(await countSamples(database)).toEqual({
      count: 5,
      requests: 20,
      firstMs: NOW_MINUTE_MS - 2 * DAY_MS,
    });
  });

  test('an id is found among more samples than are read at once, and texts decide what ids cannot', async () => {
    const many = Array.from({ length: 6000 }, (_, n) => sampleOf(n * 10_000, n % 3));
    const { lots } = await searchOf(many);
    expect(await lots({ id: 'request-0' })).toEqual([0]);
    expect(await lots({ id: `request-${5999 * 10_000}` })).toEqual([5999 * 10_000]);
    expect(await lots({}, ({ text }) => text === '{"of":30000}')).toEqual([30_000]);
  });
});
