import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Database } from '../../src/ledger/database.ts';
import { openJournal } from '../../src/ledger/journal.ts';
import type { Fact } from '../../src/sale/fact.ts';
import { KINDS, newLocation, openLedger } from '../ledger/ledger.ts';
import { expectExactly } from '../ledger/recount.ts';
import { factEntry } from '../ledger/samples.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, killGroup, ROOT, run, temporaryFolder } from '../process.ts';
import { ANN, MONTH, sold, statementsOf, told } from './support.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const PUBLISHERS = ['pub-1', 'pub-2', 'pub-3'];
const PARTNERS = ['acme', 'house'];
const SALES = 6000;

/** Prices that no binary fraction is exact for, over all days of the month. */
function saleOf(index: number): Fact {
  const day = String(1 + (index % 31)).padStart(2, '0');
  return sold({
    id: `a-${index}`,
    at: `2024-10-${day}T${String(index % 24).padStart(2, '0')}:17:03Z`,
    publisher: PUBLISHERS[index % 3] ?? '',
    partner: PARTNERS[index % 2] ?? '',
    campaign: `c-${index % 7}`,
    price: 1_000_003 + index * 7919,
    share: 6789,
  });
}

/** From the facts, one by one. */
async function owed(
  database: Database,
  column: string,
  name: string,
  money: string,
): Promise<bigint> {
  const rows = await database.query(
    `select cast(${money} as text) as nanos from facts where ${column} = $1`,
    [name],
  );
  return rows.reduce((sum, { nanos }) => sum + BigInt(String(nanos)), 0n);
}

const usdNanos = (usd: string): bigint => {
  const [whole = '', fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.padEnd(9, '0'));
};

test.each([...KINDS])(
  'on %s statements are the exact sums of the facts, also after drains that were killed',
  async (kind) => {
    const location = await newLocation(kind, postgres);
    const database = await openLedger(location);
    const folder = temporaryFolder();
    const journal = openJournal({ folder, name: 'gone', onFault() {}, segmentBytesMax: 500_000 });
    for (let start = 0; start < SALES; start += 100) {
      const facts = Array.from({ length: 100 }, (_, index) => saleOf(start + index));
      await Promise.all(facts.map((fact) => factEntry(fact)).map(journal.append));
    }
    await journal.close();
    const command = join(ROOT, 'bin/bun');
    const drain = () =>
      run([join(ROOT, 'test/ledger/drain-process.ts'), folder, JSON.stringify(location)], {
        command,
      });
    for (let kills = 0; kills < 2; kills++) {
      const child = drain();
      // After its first transaction, wherever it is then.
      await child.printed('\n');
      killGroup(child.pid, 'SIGKILL');
      await child.exited;
    }
    await drain().exited;
    await expectExactly(
      database,
      new Set(Array.from({ length: SALES }, (_, index) => `a-${index} impression`)),
    );

    const api = statementsOf(database);
    told(await api.close(MONTH, ANN));
    const accounts = [
      ...PUBLISHERS.map((publisher) => ({
        named: { publisher },
        column: 'publisher',
        name: publisher,
        money: 'earned_nanos',
      })),
      ...PARTNERS.map((partner) => ({
        named: { partner },
        column: 'partner',
        name: partner,
        money: 'spend_nanos',
      })),
    ];
    for (const { named, column, name, money } of accounts) {
      const { lines, details, usd, total } = told(await api.statement(MONTH, named));
      const expected = await owed(database, column, name, money);
      expect(usdNanos(usd)).toBe(expected);
      for (const parts of [lines, details]) {
        expect(parts.reduce((sum, part) => sum + usdNanos(part.usd ?? '0'), 0n)).toBe(expected);
      }
      const cents = lines.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n);
      expect(BigInt(total.replace('.', ''))).toBe(cents);
      expect(lines.reduce((sum, { impressions }) => sum + (impressions ?? 0), 0)).toBe(
        SALES / (column === 'publisher' ? 3 : 2),
      );
    }
  },
);
