import { sumRollups } from '../../ledger/report.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import type { Database } from '../../lib/sql/database.ts';
import { monthSpan, type Span } from '../../lib/time-span.ts';
import { OF_SIDE, SIDES, type StatementAccount, type StatementSide } from './account.ts';
import { type Adjustment, accountsOf, readAdjustments, trafficIn } from './adjustments.ts';
import {
  type AccountFigures,
  type AdjustedLine,
  type Amounts,
  addTo,
  amountsBy,
  COUNTS,
  isNothing,
  NO_AMOUNTS,
  UnstatedFigures,
} from './amounts.ts';
import { lateMonthsOf, readClosed, readStated } from './stated.ts';

type Asked = {
  readonly side: StatementSide;
  /** undefined: all accounts of the side. */
  readonly account: StatementAccount | undefined;
};

/** Of one day: more than this is no list that anybody could state. */
const ROWS_MAX = 500_000;
const COLUMNS = [...COUNTS, ...SIDES.map((side) => OF_SIDE[side].money)];

type Question = {
  readonly by: readonly string[];
  readonly where: Readonly<Record<string, string>>;
};

/**
 * The sums of a time, from the counts, which are those of the facts and outlive them. A day of UTC at a time, so that no
 * statement takes long. The days need not be of one moment: what comes meanwhile is late, and is stated in a later month.
 */
async function* sumsByDay(database: Database, { fromMs, toMs }: Span, question: Question) {
  for (let startMs = fromMs; startMs < toMs; ) {
    const endMs = Math.min(toMs, (dayOf(startMs) + 1) * DAY_MS);
    const asked = { ...question, fromMs: startMs, toMs: endMs };
    const { rows, isCut } = await sumRollups(database, asked, {
      rowsMax: ROWS_MAX,
      columns: COLUMNS,
    });
    if (isCut) throw new UnstatedFigures(`a day has more than ${ROWS_MAX} sums to state`);
    for (const { keys, sums } of rows) {
      const of = (side: StatementSide) =>
        amountsBy((name) => sums[name === 'nanos' ? OF_SIDE[side].money : name] ?? 0n);
      yield { day: dayOf(startMs), keys, publisher: of('publisher'), partner: of('partner') };
    }
    startMs = endMs;
  }
}

const whereOf = ({ side, account }: Asked) =>
  account === undefined ? {} : { [side]: account.name };

/** The sums of a whole month, by account. */
export async function sumMonth(
  database: Database,
  month: string,
  asked: Asked,
): Promise<ReadonlyMap<string, Amounts>> {
  const { side } = asked;
  const sums = new Map<string, Amounts>();
  const question = { by: [side], where: whereOf(asked) };
  for await (const { keys, [side]: amounts } of sumsByDay(database, monthSpan(month), question)) {
    if (!isNothing(amounts)) addTo(sums, keys[0] ?? '', amounts);
  }
  return sums;
}

type AccountSums = Pick<AccountFigures, 'days' | 'details'>;

const NO_SUMS: AccountSums = { days: new Map(), details: new Map() };

/** The same by account with its days and details. */
async function sumAccounts(
  database: Database,
  month: string,
  asked: Asked,
): Promise<ReadonlyMap<string, AccountSums>> {
  const { side } = asked;
  const sums = new Map<string, { days: Map<number, Amounts>; details: Map<string, Amounts> }>();
  const question = { by: [side, OF_SIDE[side].detail], where: whereOf(asked) };
  for await (const { day, keys, ...of } of sumsByDay(database, monthSpan(month), question)) {
    if (isNothing(of[side])) continue;
    const [name = '', detail = ''] = keys;
    const own = sums.get(name) ?? { days: new Map(), details: new Map() };
    sums.set(name, own);
    addTo(own.days, day, of[side]);
    addTo(own.details, detail, of[side]);
  }
  return sums;
}

/**
 * By account and month: what the ledger has of closed months beyond what was stated of them. Never negative: counts that
 * somebody has thinned out were owed all the same.
 */
async function lateSums(
  database: Database,
  months: readonly string[],
  asked: Asked,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Amounts>>> {
  const late = new Map<string, Map<string, Amounts>>();
  const statedOf = await readStated(database.query, months, asked);
  for (const month of months) {
    for (const [account, now] of await sumMonth(database, month, asked)) {
      const stated = statedOf(month, account) ?? NO_AMOUNTS;
      const beyond = amountsBy((name) =>
        now[name] > stated[name] ? now[name] - stated[name] : 0n,
      );
      if (isNothing(beyond)) continue;
      const own = late.get(account) ?? new Map<string, Amounts>();
      late.set(account, own.set(month, beyond));
    }
  }
  return late;
}

/** What an adjustment is to each account that it concerns. */
async function* adjustedLines(
  database: Database,
  { id: adjustment, definition }: Adjustment,
): AsyncGenerator<{ readonly to: StatementAccount; readonly line: AdjustedLine }> {
  const { kind, reason } = definition;
  if (kind === 'correction') {
    const { amount, currency } = definition;
    for (const to of accountsOf(definition)) {
      yield { to, line: { kind, adjustment, amount, currency, reason } };
    }
    return;
  }
  const { publisher, partner, campaign, ...span } = trafficIn(definition);
  const where = { publisher, ...(partner && { partner }), ...(campaign && { campaign }) };
  const earned = new Map<number, Amounts>();
  for await (const one of sumsByDay(database, span, { by: ['partner'], where })) {
    if (isNothing(one.publisher) && isNothing(one.partner)) continue;
    addTo(earned, one.day, one.publisher);
    const to = { side: 'partner', name: one.keys[0] ?? '' } as const;
    yield { to, line: { kind, adjustment, day: one.day, amounts: one.partner, reason } };
  }
  for (const [day, amounts] of earned) {
    const to = { side: 'publisher', name: publisher } as const;
    yield { to, line: { kind, adjustment, day, amounts, reason } };
  }
}

const keyOf = ({ side, name }: StatementAccount) => `${side} ${name}`;

/** By account, the earliest adjustment first. */
async function adjustedOf(database: Database, adjustments: readonly Adjustment[]) {
  const adjusted = new Map<string, { to: StatementAccount; lines: AdjustedLine[] }>();
  for (const adjustment of adjustments) {
    for await (const { to, line } of adjustedLines(database, adjustment)) {
      const own = adjusted.get(keyOf(to)) ?? { to, lines: [] };
      own.lines.push(line);
      adjusted.set(keyOf(to), own);
    }
  }
  return adjusted;
}

type FiguresQuestion = {
  readonly month: string;
  /** undefined: all accounts. */
  readonly account: StatementAccount | undefined;
  /** Whether what came late for closed months is summed up too, which takes as long as a year does. */
  readonly withLate: boolean;
};

/** Of both sides together. */
const ACCOUNTS_MAX = 50_000;

/** What the statements of a month are made of, and what it depends on beside the counts. */
export async function gatherFigures(
  database: Database,
  { month, account, withLate }: FiguresQuestion,
) {
  const closed = await readClosed(database.query);
  const adjustments = await readAdjustments(database.query, month);
  const adjusted = await adjustedOf(database, adjustments);
  const lateMonths = withLate ? lateMonthsOf(closed, month) : [];
  const accounts: AccountFigures[] = [];
  for (const side of SIDES) {
    if (account !== undefined && account.side !== side) continue;
    const sums = await sumAccounts(database, month, { side, account });
    const late = await lateSums(database, lateMonths, { side, account });
    const ofSide = [...adjusted.values()].filter(({ to }) => to.side === side);
    const names = [...sums.keys(), ...late.keys(), ...ofSide.map(({ to }) => to.name)];
    for (const name of [...new Set(names)].toSorted()) {
      if (account !== undefined && account.name !== name) continue;
      accounts.push({
        account: { side, name },
        ...(sums.get(name) ?? NO_SUMS),
        late: late.get(name) ?? new Map(),
        adjusted: adjusted.get(keyOf({ side, name }))?.lines ?? [],
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
