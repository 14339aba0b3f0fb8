import { afterAll, expect, test } from 'bun:test';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';
import { ANN, fieldOf, MONTH, reasonOf, record, sold, statementsOf, told } from './support.ts';

afterAll(cleanUp);

const PUB = 'pub-1';
const PARTNER = 'acme';
const UNNAMED = { unnamed: [PUB, PARTNER] };

const correction = (account: object) => ({
  kind: 'correction',
  ...account,
  amount: '1.00',
  reason: 'r',
});
const OF_PUB = correction({ publisher: PUB });
const OF_PARTNER = correction({ partner: PARTNER });

const traffic = (account: object) => ({
  kind: 'invalid-traffic',
  month: MONTH,
  from: '2024-10-01',
  to: '2024-10-02',
  reason: 'r',
  ...account,
});

const expected = (side: string, name: string) =>
  `expected a ${side} of the config or the store, or one that the ledger has sales of, but got "${name}"`;

onEachDatabase(({ open }) => {
  test('an adjustment for an account that nobody knows is refused with its field, and books nothing', async () => {
    const database = await open();
    await record(database, [sold({ id: 'a', publisher: 'pub-2', partner: 'zenith' })]);
    const api = statementsOf(database, UNNAMED);
    for (const [value, side, name] of [
      [OF_PUB, 'publisher', PUB],
      [OF_PARTNER, 'partner', PARTNER],
      // Known, and on the other side.
      [correction({ publisher: PARTNER }), 'publisher', PARTNER],
      [traffic({ publisher: PUB }), 'publisher', PUB],
      [traffic({ publisher: 'pub-2', partner: PARTNER }), 'partner', PARTNER],
    ] as const) {
      const refused = await api.adjust(value, ANN);
      expect(fieldOf(refused)).toBe(side);
      expect(reasonOf(refused)).toBe(`${side}: ${expected(side, name)}`);
    }
    expect(await api.adjustments(undefined)).toEqual([]);
  });

  test('whoever has sales in the ledger, or a statement, is known, though neither config nor store names it', async () => {
    const database = await open();
    await record(database, [sold({ id: 'a' })]);
    const api = statementsOf(database, UNNAMED);
    for (const value of [OF_PUB, OF_PARTNER, traffic({ publisher: PUB, partner: PARTNER })]) {
      told(await api.adjust({ ...value, month: MONTH }, ANN));
    }
    told(await api.close(MONTH, ANN));
    await database.query('delete from rollups');
    for (const value of [OF_PUB, OF_PARTNER]) told(await api.adjust(value, ANN));
  });
});
