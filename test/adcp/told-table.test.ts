import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { BUY_TABLE, type MediaBuy } from '../../src/adcp/records/buy-record.ts';
import {
  followRecords,
  lastRevision,
  markReported,
  markTold,
  readRow,
  readRows,
} from '../../src/adcp/told/told-table.ts';
import { isWaiting, queueWebhook } from '../../src/ledger/queue-webhook.ts';
import { KINDS, newLocation, openLedger } from '../ledger/ledger.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp } from '../process.ts';
import { START_MS, webhookTo } from './told-machine.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const NOTIFY = webhookTo('https://buyer.example/told');

const BUY: MediaBuy = {
  id: 'mb_1',
  buyer: 'acme',
  account: 'acc_1',
  state: 'open',
  revision: 3,
  createdMs: START_MS,
  createdRevision: 3,
  changedMs: START_MS,
  changedBy: 'acme',
  definition: {
    brand: { domain: 'acme.example' },
    startMs: START_MS,
    endMs: START_MS + 1000,
    packages: [],
    isPaused: false,
    rejectedFor: '',
    confirmedMs: START_MS,
    notify: NOTIFY,
    reporting: { ...NOTIFY, frequency: 'monthly' },
    echoed: {},
  },
};

const PAGE = { prefix: 'media-buy:', after: 'media-buy:', countMax: 10 };
const DUE_MS = Date.UTC(2026, 11, 1, 0, 15);

describe.each([...KINDS])('what buyers were told, in %s', (kind) => {
  test('a record is found once it changes, and one of two machines tells each state and report', async () => {
    const database = await openLedger(await newLocation(kind, postgres));
    const { query } = database;
    expect(await lastRevision(query)).toBe(0);
    await BUY_TABLE.write(query, BUY);
    expect(await database.transaction(followRecords)).toEqual(['media-buy:mb_1']);
    expect(await database.transaction(followRecords)).toEqual([]);
    const [row] = await readRows(query, 'open', PAGE);
    if (row === undefined) throw new Error('the buy is not open');
    expect(row).toEqual({
      key: 'media-buy:mb_1',
      told: '',
      messages: 0,
      reportDueMs: DUE_MS,
      reports: 0,
    });
    const active = { told: 'active', messages: 1, isLast: false };
    const marks = [markTold(query, row, active), markTold(query, row, active)];
    expect((await Promise.all(marks)).toSorted()).toEqual([false, true]);
    expect(await readRows(query, { dueMs: DUE_MS - 1 }, PAGE)).toEqual([]);
    expect(await readRows(query, { dueMs: DUE_MS }, PAGE)).toHaveLength(1);
    const reported = { dueMs: 0, reports: 1 };
    const reports = [markReported(query, row, reported), markReported(query, row, reported)];
    expect((await Promise.all(reports)).toSorted()).toEqual([false, true]);
    const told = await readRow(query, row.key);
    if (told === undefined) throw new Error('the buy is not there');
    await markTold(query, told, { told: 'completed', messages: 2, isLast: true });
    expect(await readRows(query, 'open', PAGE)).toEqual([]);
    // A change opens it again, and its last report stays the last.
    await BUY_TABLE.write(query, { ...BUY, revision: 4 });
    await database.transaction(followRecords);
    expect(await readRows(query, 'open', PAGE)).toEqual([
      { ...row, told: 'completed', messages: 2, reportDueMs: 0, reports: 1 },
    ]);
    expect(await isWaiting(query, 'buyer/state/media-buy:mb_1')).toBe(false);
    await queueWebhook(query, { name: 'buyer/state/media-buy:mb_1', event: '1', body: '{}' });
    expect(await isWaiting(query, 'buyer/state/media-buy:mb_1')).toBe(true);
  });
});
