import { afterAll, expect, test } from 'bun:test';
import type { Fact } from '../../src/core/sale/fact.ts';
import { openJournal } from '../../src/ledger/journal.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { drainOf } from '../ledger/ledger.ts';
import { expectExactly } from '../ledger/recount.ts';
import { factEntry } from '../ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { ANN, MONTH, sold, statementsOf, told } from './support.ts';

afterAll(cleanUp);

const PUBLISHERS = ['pub-1', 'pub-2', 'pub-3'];
const PARTNERS = ['acme', 'house'];
const SALES = 1200;

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

onEachDatabase(({ open }) => {
  test('statements are the exact sums of the facts', async () => {
    const database = await open();
    const folder = temporaryFolder();
    const journal = openJournal({ folder, name: 'gone', onFault() {}, segmentBytesMax: 500_000 });
    for (let start = 0; start < SALES; start += 100) {
      const facts = Array.from({ length: 100 }, (_, index) => saleOf(start + index));
      await Promise.all(facts.map((fact) => factEntry(fact)).map(journal.append));
    }
    await journal.close();
    await drainOf(folder, database).drainOnce();
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
  });
});
