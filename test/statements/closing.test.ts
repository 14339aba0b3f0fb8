import { afterAll, describe, expect, test } from 'bun:test';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { countOf, dropFacts, openLedger, openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import {
  ANN,
  amountsOf,
  MONTH,
  NEXT_MONTH,
  PRICE,
  PUB,
  reasonOf,
  record,
  sold,
  statementsOf,
  told,
} from './support.ts';

afterAll(cleanUp);

const ACME = { partner: 'acme' };

const CLOSED = "records where kind = 'closed-month'";

const documentsOf = (database: Database) =>
  database.query('select * from statements order by month, side, account');

onEachDatabase(({ kind, locate, open }) => {
  /** SQLite is for one machine, and waits for another connection without letting this process go on. */
  async function twoMachines() {
    const location = await locate();
    const database = await openLedger(location);
    return { database, other: kind === 'sqlite' ? database : await openLedger(location) };
  }

  test('a closed month does not change, and what comes later is in the next one, by its month', async () => {
    const database = await open();
    await record(database, [
      sold({ id: 'a', price: PRICE }),
      sold({ id: 'n', at: '2024-11-02', price: PRICE }),
    ]);
    const api = statementsOf(database);
    told(await api.close(MONTH, ANN));
    const before = await documentsOf(database);
    const stated = told(await api.statement(MONTH, PUB));
    expect([stated.state, stated.total, stated.closedBy]).toEqual(['closed', '1.75', 'ann']);

    await record(database, [
      sold({ id: 'late', at: '2024-10-31T23:59Z', price: PRICE }),
      sold({ id: 'a', at: '2024-10-05', kind: 'click', price: PRICE }),
    ]);
    expect(told(await api.statement(MONTH, PUB))).toEqual(stated);
    told(await api.close(MONTH, ANN));
    expect(await documentsOf(database)).toEqual(before);

    told(await api.close(NEXT_MONTH, ANN));
    for (const [account, amount] of [
      [PUB, '1.75'],
      [ACME, '2.50'],
    ] as const) {
      const next = told(await api.statement(NEXT_MONTH, account));
      expect(amountsOf(next)).toEqual([`day 2024-11-02 ${amount}`, `late ${MONTH} ${amount}`]);
      expect(next.lines[1]).toMatchObject({ impressions: 1, clicks: 1, conversions: 0 });
    }
    // Stated once.
    told(await api.close('2024-12', ANN));
    expect(reasonOf(await api.statement('2024-12', PUB))).toStartWith('nothing is on record');
  });

  test('facts that are dropped, and counts that somebody thins out, take nothing back', async () => {
    const database = await open();
    await record(database, [
      sold({ id: 'a', price: PRICE }),
      sold({ id: 'b', at: '2024-10-20', price: PRICE }),
      sold({ id: 'n', at: '2024-11-02', price: PRICE }),
    ]);
    const api = statementsOf(database);
    told(await api.close(MONTH, ANN));
    await dropFacts(database, Date.parse('2025-06-15') + 100 * DAY_MS, 31);
    await database.query('delete from rollups where minute_ms < $1', [Date.parse('2024-10-10')]);
    expect(told(await api.statement(MONTH, PUB)).total).toBe('3.50');
    told(await api.close(NEXT_MONTH, ANN));
    expect(amountsOf(told(await api.statement(NEXT_MONTH, PUB)))).toEqual(['day 2024-11-02 1.75']);
  });

  test('machines that close a month at once store one document for each account', async () => {
    const { database, other } = await twoMachines();
    const machines = [database, other, other];
    await record(database, [
      sold({ id: 'a', price: PRICE }),
      sold({ id: 'b', publisher: 'pub-2' }),
    ]);
    const authors = ['ann', 'ben', 'cid'].map((who) => ({ who, role: 'admin' }));
    const closed = await Promise.all(
      machines.map((one, index) => statementsOf(one).close(MONTH, authors[index] ?? ANN)),
    );
    expect(new Set(closed.map((one) => JSON.stringify(told(one)))).size).toBe(1);
    expect(await countOf(database, 'statements')).toBe(3);
    expect(await countOf(database, "history where kind = 'closed-month'")).toBe(1);
  });

  test('an adjustment that comes while a month is summed up leaves it open, and comes too late for a closed one', async () => {
    const database = await open();
    await record(database, [sold({ id: 'a', price: PRICE })]);
    const value = {
      kind: 'correction',
      month: MONTH,
      publisher: 'pub-1',
      amount: '5',
      reason: 'r',
    };
    let isFirst = true;
    /** Between the sums and the transaction that stores them. */
    const disturbed: Database = {
      ...database,
      async transaction(work) {
        if (isFirst) {
          isFirst = false;
          told(await statementsOf(database).adjust(value, ANN));
        }
        return database.transaction(work);
      },
    };
    const refused = await statementsOf(disturbed).close(MONTH, ANN);
    expect(reasonOf(refused)).toStartWith('the adjustments of 2024-10 have changed meanwhile');
    expect(await countOf(database, CLOSED)).toBe(0);
    told(await statementsOf(disturbed).close(MONTH, ANN));
    expect(told(await statementsOf(database).statement(MONTH, PUB)).total).toBe('6.75');
    const late = await statementsOf(database).adjust(value, ANN);
    expect(reasonOf(late)).toStartWith('2024-10 is closed');
  });

  test('a closing that ends halfway has closed nothing', async () => {
    const database = await open();
    await record(database, [sold({ id: 'a', price: PRICE })]);
    const failing: Database = {
      ...database,
      transaction: (work) =>
        database.transaction((query) =>
          work((text, values) => {
            if (text.includes('into stated_sums')) throw new Error('killed');
            return query(text, values);
          }),
        ),
    };
    await expect(statementsOf(failing).close(MONTH, ANN)).rejects.toThrow('killed');
    for (const table of [CLOSED, 'statements', 'stated_sums', 'history']) {
      expect(await countOf(database, table)).toBe(0);
    }
    told(await statementsOf(database).close(MONTH, ANN));
    expect(await countOf(database, 'statements')).toBe(2);
  });

  test('what comes while months are closed is stated once, whoever closes them', async () => {
    const { database, other } = await twoMachines();
    const facts = Array.from({ length: 60 }, (_, index) =>
      sold({ id: `f-${index}`, at: `2024-${index % 2 === 0 ? '10' : '11'}-15`, price: PRICE }),
    );
    const recording = (async () => {
      for (const fact of facts) await record(database, [fact]);
    })();
    for (const month of [MONTH, NEXT_MONTH]) {
      await Promise.all(
        [statementsOf(database), statementsOf(other)].map((api) => api.close(month, ANN)),
      );
    }
    await recording;
    told(await statementsOf(other).close('2024-12', ANN));
    const rows = await database.query(
      'select side, sum(nanos) as nanos from stated_sums group by side order by side',
    );
    expect(rows.map(({ side, nanos }) => [side, Number(nanos)])).toEqual([
      ['partner', 60 * PRICE],
      ['publisher', 60 * PRICE * 0.7],
    ]);
  });
});

describe('a month can be closed', () => {
  test('only when it is over', async () => {
    const database = await openOwnLedger();
    await record(database, [sold({ id: 'a' })]);
    const early = statementsOf(database, { nowMs: Date.parse('2024-10-31T23:59:59Z') });
    expect(reasonOf(await early.close(MONTH, ANN))).toBe(
      '2024-10 is not over: it ends at 2024-11-01T00:00:00.000Z',
    );
    expect(await countOf(database, CLOSED)).toBe(0);
    told(await statementsOf(database, { nowMs: Date.parse('2024-11-01') }).close(MONTH, ANN));
  });

  test('one after the other, from whichever is the first', async () => {
    const database = await openOwnLedger();
    await record(database, [sold({ id: 'a' }), sold({ id: 'b', at: '2024-08-01' })]);
    const api = statementsOf(database);
    told(await api.close(MONTH, ANN));
    expect(reasonOf(await api.close('2024-09', ANN))).toBe(
      '2024-09 is before the first month that was closed',
    );
    expect(reasonOf(await api.close('2024-12', ANN))).toBe('2024-11 is not closed: close it first');
    const months = await api.months();
    expect(months.slice(-4).map(({ month, state, reason }) => [month, state, reason])).toEqual([
      ['2024-11', 'closable', null],
      ['2024-10', 'closed', null],
      ['2024-09', 'open', '2024-09 is before the first month that was closed'],
      ['2024-08', 'open', '2024-08 is before the first month that was closed'],
    ]);
    expect(months[0]?.month).toBe('2025-06');
  });

  test('only while no machine is behind with its journals', async () => {
    const database = await openOwnLedger();
    await record(database, [sold({ id: 'a' })]);
    const nowMs = Date.parse('2024-11-01T00:00:10Z');
    const api = statementsOf(database, { nowMs });
    const beat = (caughtUp: string) =>
      database.query(
        `insert into machines (machine, beat_ms, drained_ms) values ('m', $1, $2)
         on conflict (machine) do update set drained_ms = excluded.drained_ms`,
        [nowMs, Date.parse(caughtUp)],
      );
    await beat('2024-10-31T23:59:59Z');
    expect(reasonOf(await api.close(MONTH, ANN))).toBe(
      'the ledger is behind: a machine has facts of 2024-10 that are not in the database yet',
    );
    await beat('2024-11-01T00:00:00Z');
    told(await api.close(MONTH, ANN));
  });

  test('once, and a publisher sees its months and totals', async () => {
    const database = await openOwnLedger();
    await record(database, [sold({ id: 'a', price: PRICE })]);
    const api = statementsOf(database, { nowMs: Date.parse('2024-11-05') });
    expect(
      (await api.monthsOf('pub-1')).map(({ month, state, total }) => [month, state, total]),
    ).toEqual([
      ['2024-11', 'open', null],
      [MONTH, 'open', null],
    ]);
    told(await api.close(MONTH, ANN));
    expect((await api.monthsOf('pub-1'))[1]).toMatchObject({
      state: 'closed',
      total: '1.75',
      currency: 'USD',
    });
    expect(told(await api.month(MONTH)).accounts).toEqual([
      { side: 'publisher', account: 'pub-1', currency: 'USD', total: '1.75', usd: '1.75' },
      { side: 'partner', account: 'acme', currency: 'USD', total: '2.50', usd: '2.50' },
    ]);
  });
});
