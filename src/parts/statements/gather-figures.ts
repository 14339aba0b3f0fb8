import type { Database } from '../../lib/sql/database.ts';
import { SIDES, type StatementAccount, type StatementSide } from './account.ts';
import { type Adjustment, accountsOf, readAdjustments, trafficIn } from './adjustments.ts';
import {
  type AccountSums,
  addTo,
  isNothing,
  NO_AMOUNTS,
  type StatedAmounts,
  sumAccounts,
  sumMonth,
  sumTraffic,
  UnstatedFigures,
} from './month-sums.ts';
import { lateMonthsOf, readClosed, readStated } from './stated.ts';
import type { AccountFigures, AdjustedLine } from './statement.ts';

type FiguresQuestion = {
  readonly month: string;
  /** undefined: all accounts. */
  readonly account: StatementAccount | undefined;
  /** Whether what came late for closed months is summed up too, which takes as long as a year does. */
  readonly withLate: boolean;
};

/** What the statements of a month are made of, and what it depends on beside the counts. */
type MonthFigures = {
  readonly accounts: readonly AccountFigures[];
  /** The last closed month, and all adjustments of the month. */
  readonly basis: string;
};

/** Of both sides together. */
const ACCOUNTS_MAX = 50_000;

const NO_SUMS: AccountSums = { days: new Map(), details: new Map() };

export async function gatherFigures(
  database: Database,
  { month, account, withLate }: FiguresQuestion,
): Promise<MonthFigures> {
  const closed = await readClosed(database.query);
  const adjustments = await readAdjustments(database.query, month);
  const adjusted = await adjustedLines(database, adjustments, account);
  const lateMonths = withLate ? lateMonthsOf(closed, month) : [];
  const accounts: AccountFigures[] = [];
  for (const side of SIDES) {
    if (account !== undefined && account.side !== side) continue;
    const sums = await sumAccounts(database, { side, month, account });
    const late = await lateSums(database, { side, months: lateMonths, account });
    const names = [...sums.keys(), ...late.keys(), ...(adjusted.get(side)?.keys() ?? [])];
    for (const name of [...new Set(names)].toSorted()) {
      accounts.push({
        account: { side, name },
        sums: sums.get(name) ?? NO_SUMS,
        late: late.get(name) ?? new Map(),
        adjusted: adjusted.get(side)?.get(name) ?? [],
      });
    }
  }
  if (accounts.length > ACCOUNTS_MAX) {
    throw new UnstatedFigures(`${month} has ${accounts.length} accounts: at most ${ACCOUNTS_MAX}`);
  }
  return { accounts, basis: basisOf(closed, adjustments) };
}

/** Whether nothing but the counts may have changed since: they only grow. */
export function basisOf(
  closed: readonly { readonly month: string }[],
  adjustments: readonly Pick<Adjustment, 'id'>[],
): string {
  return JSON.stringify([closed[0]?.month, adjustments.map(({ id }) => id)]);
}

type LateQuestion = {
  readonly side: StatementSide;
  readonly months: readonly string[];
  readonly account: StatementAccount | undefined;
};

/**
 * By account and month: what the ledger has of closed months beyond what was stated of them. Never negative: counts that
 * somebody has thinned out were owed all the same.
 */
async function lateSums(
  database: Database,
  { side, months, account }: LateQuestion,
): Promise<ReadonlyMap<string, ReadonlyMap<string, StatedAmounts>>> {
  const late = new Map<string, Map<string, StatedAmounts>>();
  const statedOf = await readStated(database.query, { side, months, account });
  for (const month of months) {
    for (const [name, now] of await sumMonth(database, { side, month, account })) {
      const beyond = amountsBeyond(now, statedOf(month, name) ?? NO_AMOUNTS);
      if (isNothing(beyond)) continue;
      const own = late.get(name) ?? new Map<string, StatedAmounts>();
      late.set(name, own.set(month, beyond));
    }
  }
  return late;
}

function amountsBeyond(now: StatedAmounts, stated: StatedAmounts): StatedAmounts {
  return {
    nanos: now.nanos > stated.nanos ? now.nanos - stated.nanos : 0n,
    impressions: Math.max(0, now.impressions - stated.impressions),
    clicks: Math.max(0, now.clicks - stated.clicks),
    conversions: Math.max(0, now.conversions - stated.conversions),
  };
}

type LinesOfSide = Map<string, AdjustedLine[]>;

/** By side and account, the earliest adjustment first. */
async function adjustedLines(
  database: Database,
  adjustments: readonly Adjustment[],
  account: StatementAccount | undefined,
): Promise<ReadonlyMap<StatementSide, LinesOfSide>> {
  const lines = new Map(SIDES.map((side): [StatementSide, LinesOfSide] => [side, new Map()]));
  const add = (to: StatementAccount, line: AdjustedLine) => {
    if (account !== undefined && (account.side !== to.side || account.name !== to.name)) return;
    const own = lines.get(to.side)?.get(to.name) ?? [];
    lines.get(to.side)?.set(to.name, [...own, line]);
  };
  for (const { id: adjustment, definition: terms } of adjustments) {
    if (terms.kind === 'correction') {
      const { kind, amount, currency, reason } = terms;
      for (const to of accountsOf(terms)) {
        add(to, { kind, adjustment, amount, currency, reason });
      }
      continue;
    }
    const { kind, reason } = terms;
    const traffic = trafficIn(terms);
    const earned = new Map<number, StatedAmounts>();
    for (const one of await sumTraffic(database, traffic)) {
      addTo(earned, one.day, one.earned);
      const { day, partner, spent: amounts } = one;
      add({ side: 'partner', name: partner }, { kind, adjustment, day, amounts, reason });
    }
    for (const [day, amounts] of earned) {
      const publisher: StatementAccount = { side: 'publisher', name: traffic.publisher };
      add(publisher, { kind, adjustment, day, amounts, reason });
    }
  }
  return lines;
}
