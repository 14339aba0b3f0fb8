import { afterAll, describe, expect, test } from 'bun:test';
import { validate } from '../../src/core/openrtb/validate.ts';
import {
  DIMENSION_NAMES,
  DIMENSION_TOKENS,
  type Dimensions,
  dimensionsOf,
  SUBJECT_NAMES,
  withAd,
} from '../../src/core/sale/dimensions.ts';
import type { Sale } from '../../src/core/sale/fact.ts';
import { decodeSale, encodeSale } from '../../src/core/sale/sale-codec.ts';
import type { JournalEntry } from '../../src/ledger/journal-line.ts';
import { runReport } from '../../src/ledger/report.ts';
import { jsonOf, reportText } from '../../src/ledger/report-text.ts';
import { createTally } from '../../src/ledger/tally.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { drainOf, journalOf } from '../ledger/ledger.ts';
import { AT_MS } from '../ledger/samples.ts';
import { SALE } from '../notices/a-sale.ts';
import { cleanUp, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

const DAY = { fromMs: AT_MS - 86_400_000, toMs: AT_MS + 86_400_000 };
const SUBJECT = { partner: 'acme', campaign: 'shoes', creative: 'red', reason: '' };

/** A value for every dimension that is declared, all of them different, as requests and ads may have them. */
const DISTINCT_DIMENSIONS = Object.fromEntries(
  DIMENSION_TOKENS.map(([name, { values, textBytesMax }], place) => [
    name,
    values?.at(-1) ?? `${place}${name}`.slice(0, textBytesMax),
  ]),
) as Dimensions;

/** Counted by a worker. */
function talliesOf(): readonly JournalEntry[] {
  const tally = createTally(() => AT_MS);
  tally.count('sold', DISTINCT_DIMENSIONS, SUBJECT, 3);
  return tally.flush().map((one) => ({ kind: 'tally', tally: one }));
}

/** A notice, with what its token carries. */
function noticeOf(): JournalEntry {
  const sold: Sale = { ...SALE, soldMs: AT_MS, ...SUBJECT, dimensions: DISTINCT_DIMENSIONS };
  const payload = encodeSale({ sale: sold, responseMicros: 1 }, 0);
  const sale = decodeSale(Buffer.from(payload, 'base64url'))?.sale;
  if (sale === undefined) throw new Error('no sale');
  return { kind: 'fact', fact: { kind: 'click', atMs: AT_MS, sale, priceMicros: 1 }, calls: [] };
}

describe('no dimension is lost on the way', () => {
  test('from a request and its ad to a sale', () => {
    const request = validate({
      id: 'r',
      imp: [
        {
          id: 'i',
          native: { request: '{"assets":[{"id":1,"title":{"len":50}}]}' },
          tagid: 'below answer',
        },
      ],
      app: { publisher: { id: 'pub-9' } },
      device: { geo: { country: 'deu' } },
      ext: {
        service: {
          messageSequenceNumber: 3,
          messageLength: 40,
          isQuickReply: false,
          sessionDurationMs: 1000,
          intent: { value: 'comparison', confidence: 1, topics: [], signals: [] },
          sentiment: { value: 'positive', score: 0.5 },
          funnel: { stage: 'awareness', progress: 0.1 },
        },
      },
    });
    if (request instanceof Refusal) throw new Error(request.details.reason);
    const dimensions = withAd(dimensionsOf(request, new Set(['below answer'])), {
      format: { id: 'native_mention' },
      bid: { adomain: ['shop.example'] },
    });
    expect(Object.keys(dimensions)).toEqual([...DIMENSION_NAMES]);
    expect(DIMENSION_NAMES.filter((name) => dimensions[name] === '')).toEqual([]);
    expect(dimensions).toMatchObject({
      ...{ publisher: 'pub-9', country: 'DEU', intent: 'comparison' },
      ...{ funnel: 'awareness', sentiment: 'positive', turn: '2-3' },
    });
  });

  onEachDatabase(({ open }) => {
    test('to the table of facts, and to a report, from counts and from notices', async () => {
      const database = await open();
      const folder = temporaryFolder();
      await journalOf(folder, [...talliesOf(), noticeOf()]);
      await drainOf(folder, database).drainOnce();
      const [row] = await database.query('select * from facts');
      expect(row).toMatchObject(DISTINCT_DIMENSIONS);
      for (const name of [...DIMENSION_NAMES, ...SUBJECT_NAMES]) {
        if (name === 'reason') continue;
        const value = { ...DISTINCT_DIMENSIONS, ...SUBJECT }[name];
        const report = await runReport(database, { by: [name], where: { [name]: value }, ...DAY });
        if ('reason' in report) throw new Error(report.reason);
        expect(jsonOf(report)).toMatchObject({ rows: [{ [name]: value, sold: 3, clicks: 1 }] });
        expect(reportText(report, 'csv')).toStartWith(`${name},`);
        const other = { [name]: 'none of these' };
        const none = await runReport(database, { by: [name], where: other, ...DAY });
        expect(none).toMatchObject({ rows: [] });
      }
      await database.close();
    });
  });
});
