import { dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { fromMicros, toMicros } from '../../lib/money.ts';
import type { Query } from '../../lib/sql/database.ts';
import { eachOwned } from '../../store/store.ts';
import type { BuyerAccount } from './accounts.ts';
import { type BuyPackage, flightOf, MEDIA_BUY, type MediaBuy } from './buy.ts';
import { refuse } from './errors.ts';
import { CURRENCY } from './fields.ts';
import type { Buyer } from './seller-terms.ts';

/** The most that a package can spend on each of some days of UTC, by their numbers; the last one counts. */
type SpendExposure = {
  readonly fromDay: number;
  readonly toDay: number;
  readonly micros: number;
};

type ExposedBuy = Pick<MediaBuy, 'state' | 'definition'>;

/** What the packages of a buy can spend from today on. What was lowered or canceled today counts today as it was. */
function exposuresOf(buy: ExposedBuy, nowMs: number): readonly SpendExposure[] {
  return buy.definition.packages.flatMap((line) => packageExposures(buy, line, nowMs));
}

function packageExposures(
  { state, definition }: ExposedBuy,
  line: BuyPackage,
  nowMs: number,
): readonly SpendExposure[] {
  const today = dayOf(nowMs);
  const { startMs, endMs } = flightOf(definition, line);
  const [fromDay, lastDay] = [dayOf(Math.max(startMs, nowMs)), dayOf(endMs - 1)];
  // A pause does not count: it ends without a check. One that has ended today may have spent all that it could.
  const isOpen = state === 'open' && line.canceled === undefined && lastDay >= today;
  const dayUsd = Math.min(line.dailyCapUsd ?? line.budgetUsd, line.budgetUsd);
  const micros = isOpen ? toMicros(dayUsd) : 0;
  const { day, usd } = line.dayExposure;
  const beforeMicros = day === dateOf(today) ? toMicros(usd) : 0;
  const moreToday = beforeMicros - (fromDay === today ? micros : 0);
  return [
    { fromDay, toDay: Math.max(fromDay, lastDay), micros },
    { fromDay: today, toDay: today, micros: moreToday },
  ].filter((one) => one.micros > 0);
}

/** In micros. */
function sumOn(exposures: readonly SpendExposure[], day: number): number {
  let sum = 0;
  for (const { fromDay, toDay, micros } of exposures) {
    if (fromDay <= day && day <= toDay) sum += micros;
  }
  return sum;
}

type CapTerms = {
  readonly buyer: Buyer;
  /** All that the buyer has. */
  readonly accounts: readonly BuyerAccount[];
  readonly isSandbox: boolean;
  /** As the store has it. undefined: it is new. */
  readonly before: MediaBuy | undefined;
  readonly nowMs: number;
};

type ChangedBuy = Pick<MediaBuy, 'id' | 'state' | 'definition'>;

/**
 * The packages of a buy as they are kept: with the most that each may spend today. Refused where the change would take the
 * buyer above its cap on any day: a package without a daily cap may spend its whole budget on any day. It runs in the
 * transaction of the change, so that two buys at once cannot share what is left.
 */
export async function withDailyCaps(
  query: Query,
  buy: ChangedBuy,
  { buyer, accounts, isSandbox, before, nowMs }: CapTerms,
): Promise<readonly BuyPackage[]> {
  // With what each package could spend today before this change: it may have spent it already.
  const known = new Map(before && keptPackages(before, nowMs).map((line) => [line.id, line]));
  const packages = buy.definition.packages.map((line) => ({
    ...line,
    dayExposure: known.get(line.id)?.dayExposure ?? line.dayExposure,
  }));
  const carried = { ...buy, definition: { ...buy.definition, packages } };
  const { dailyCap: capUsd } = buyer;
  if (capUsd !== undefined && !isSandbox) {
    const was = before === undefined ? [] : exposuresOf(before, nowMs);
    const is = exposuresOf(carried, nowMs);
    const all = [...is];
    for await (const other of eachOwned(query, MEDIA_BUY, realOnes(accounts))) {
      if (other.id !== buy.id) all.push(...exposuresOf(other, nowMs));
    }
    // A day is raised where something begins, or where something ended before the change and goes on after it.
    const begins = [...all, ...was].map(({ fromDay }) => fromDay);
    const days = new Set([...begins, ...was.map(({ toDay }) => toDay + 1)]);
    // A change that raises no day is always allowed.
    for (const day of [...days].sort((a, b) => a - b)) {
      if (sumOn(all, day) <= toMicros(capUsd) || sumOn(is, day) <= sumOn(was, day)) continue;
      const could = `${fromMicros(sumOn(all, day))} on ${dateOf(day)}`;
      const reason = `expected at most ${capUsd} USD on any day of UTC for all your buys, but they could spend ${could}`;
      refuse.budgetExceeded('packages', reason, {
        suggestion: 'Send lower budgets, or a daily_budget_cap in each package.',
        details: { daily_cap: capUsd, currency: CURRENCY, day: dateOf(day) },
      });
    }
  }
  return keptPackages(carried, nowMs);
}

/** With the most that each could spend today, before this change or after it. */
function keptPackages(buy: ExposedBuy, nowMs: number): readonly BuyPackage[] {
  const today = dayOf(nowMs);
  return buy.definition.packages.map((line) => {
    const usd = fromMicros(sumOn(packageExposures(buy, line, nowMs), today));
    return { ...line, dayExposure: { day: dateOf(today), usd } };
  });
}

/** The ids of those that are not of a sandbox. */
export const realOnes = (accounts: readonly BuyerAccount[]): readonly string[] =>
  accounts.flatMap(({ id, definition }) => (definition.isSandbox ? [] : [id]));
