import { expect, test } from 'bun:test';
import { dayOf } from '../../lib/day.ts';
import { type AccountFigures, type Amounts, NO_AMOUNTS } from './amounts.ts';
import { makeStatement } from './statement.ts';

const day = (text: string) => dayOf(Date.parse(text));
const amounts = (nanos: bigint, more: Partial<Amounts> = {}): Amounts => ({
  ...NO_AMOUNTS,
  nanos,
  ...more,
});

const figuresOf = (parts: Partial<AccountFigures>): AccountFigures => ({
  account: { side: 'publisher', name: 'pub-1' },
  days: new Map(),
  details: new Map(),
  late: new Map(),
  adjusted: [],
  ...parts,
});

const FRAME = { month: '2026-10', currency: 'EUR', rateOf: () => '1.1', closed: undefined };

test('a late line is converted at the rate of the last day of the month that it is of', () => {
  const asked: number[] = [];
  const late = new Map([['2026-09', amounts(1_100_000_000n, { clicks: 2n })]]);
  const rateOf = (_: string, of: number) => {
    asked.push(of);
    return '1.1';
  };
  const { lines } = makeStatement(figuresOf({ late }), { ...FRAME, rateOf });
  expect(lines).toMatchObject([{ kind: 'late', of: '2026-09', amount: '1.00', clicks: 2 }]);
  expect(asked).toEqual([day('2026-09-30')]);
});

test('a currency without a rate states nothing', () => {
  const days = new Map([[day('2026-10-02'), amounts(1n)]]);
  const figures = figuresOf({ days });
  expect(() => makeStatement(figures, { ...FRAME, rateOf: () => undefined })).toThrow(
    'there is no rate for EUR, the currency of publisher pub-1',
  );
});

test('details are bounded, the largest first, and the rest is one of them', () => {
  const details = new Map(
    Array.from({ length: 1002 }, (_, index) => [
      `c-${index}`,
      amounts(BigInt(index) * 1_000_000_000n),
    ]),
  );
  const account = { side: 'partner', name: 'acme' } as const;
  const made = makeStatement(figuresOf({ account, details }), FRAME);
  expect(made.detailBy).toBe('campaign');
  expect(made.details).toHaveLength(1001);
  expect(made.details[0]).toMatchObject({ name: 'c-1001', usd: '1001.00' });
  expect(made.details.at(-1)).toMatchObject({ name: 'others', usd: '1.00' });
});
