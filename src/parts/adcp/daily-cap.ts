import { dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { fromMicros, toMicros } from '../../lib/money.ts';
import type { Query } from '../../lib/sql/database.ts';
import { BUYER_ACCOUNT_TABLE, BUYER_ACCOUNTS_MAX } from './accounts.ts';
import { BUY_TABLE, type BuyPackage, flightOf, type MediaBuy } from './buy.ts';
import type { Buyer } from './buyers.ts';
import { refuse } from './errors.ts';
import { eachRecord } from './records.ts';

/** The most that a package can spend on each of some days of UTC, by their numbers; the last one counts. */
type SpendExposure = {
  readonly fromDay: number;
  readonly toDay: number;
  readonly micros: number;
};

type ExposedBuy = Pick<MediaBuy, 'state' | 'definition'>;

/** What the packages of a buy can spend from today on. What was lowered or canceled today counts today as it was. */
export function exposuresOf(buy: ExposedBuy, nowMs: number): readonly SpendExposure[] {
  return buy.definition.packages.flatMap((line) => packageExposures(buy, line, nowMs));
}

function packageExposures(
  buy: ExposedBuy,
  line: BuyPackage,
  nowMs: number,
): readonly SpendExposure[] {
  const today = dayOf(nowMs);
  const coming = comingExposure(buy, line, nowMs);
  const nowMicros = coming !== undefined && coming.fromDay === today ? coming.micros : 0;
  const { day, usd } = line.dayExposure;
  const beforeMicros = day === dateOf(today) ? toMicros(usd) : 0;
  return [
    ...(coming === undefined ? [] : [coming]),
    ...(beforeMicros > nowMicros
      ? [{ fromDay: today, toDay: today, micros: beforeMicros - nowMicros }]
      : []),
  ];
}

/**
 * As the package is now, whatever it was today. A pause does not count: it ends without a check. One that has ended today
 * may have spent all that it could.
 */
function comingExposure(
  { state, definition }: ExposedBuy,
  line: BuyPackage,
  nowMs: number,
): SpendExposure | undefined {
  const { startMs, endMs } = flightOf(definition, line);
  const toDay = dayOf(endMs - 1);
  if (state !== 'open' || line.canceled !== undefined || toDay < dayOf(nowMs)) return undefined;
  const fromDay = dayOf(Math.max(startMs, nowMs));
  const micros = toMicros(Math.min(line.dailyCapUsd ?? line.budgetUsd, line.budgetUsd));
  return { fromDay, toDay: Math.max(fromDay, toDay), micros };
}

/** The package as it is kept: with the most that it could spend today, before this change or after it. */
function withDayExposure(buy: ExposedBuy, line: BuyPackage, nowMs: number): BuyPackage {
  const today = dayOf(nowMs);
  const micros = sumOn(packageExposures(buy, line, nowMs), today);
  return { ...line, dayExposure: { day: dateOf(today), usd: fromMicros(micros) } };
}

/** In micros. */
export function sumOn(exposures: readonly SpendExposure[], day: number): number {
  let sum = 0;
  for (const { fromDay, toDay, micros } of exposures) {
    if (fromDay <= day && day <= toDay) sum += micros;
  }
  return sum;
}

type CapChange = {
  /** Of everything else that the buyer has. */
  readonly others: readonly SpendExposure[];
  readonly before: readonly SpendExposure[];
  readonly after: readonly SpendExposure[];
};

/** The first day on which a change takes the buyer above its cap. A change that raises no day is always allowed. */
function dayAboveCap(
  { others, before, after }: CapChange,
  capUsd: number,
): { readonly day: string; readonly usd: number } | undefined {
  const capMicros = toMicros(capUsd);
  const all = [...others, ...after];
  // A day is raised where something begins, or where something ended before the change and goes on after it.
  const begins = [...all, ...before].map(({ fromDay }) => fromDay);
  const ends = before.map(({ toDay }) => toDay + 1);
  const days = [...new Set([...begins, ...ends])].sort((a, b) => a - b);
  for (const day of days) {
    const sum = sumOn(all, day);
    if (sum > capMicros && sumOn(after, day) > sumOn(before, day)) {
      return { day: dateOf(day), usd: fromMicros(sum) };
    }
  }
  return undefined;
}

type CapTerms = {
  readonly buyer: Buyer;
  readonly isSandbox: boolean;
  /** As the store has it. undefined: it is new. */
  readonly before: MediaBuy | undefined;
  readonly nowMs: number;
};

type ChangedBuy = Pick<MediaBuy, 'id' | 'state' | 'definition'>;

/**
 * The packages of a buy as they are kept: with the most that each may spend today. The error says on which day the change would
 * take the buyer above its cap: a package without a daily cap may spend its whole budget on any day. It runs in the transaction
 * of the change, so that two buys at once cannot share what is left.
 */
export async function withDailyCaps(
  query: Query,
  buy: ChangedBuy,
  { buyer, isSandbox, before, nowMs }: CapTerms,
): Promise<readonly BuyPackage[]> {
  const carried = carriedOver(buy, before, nowMs);
  const capUsd = buyer.dailyCapUsd;
  if (capUsd === undefined || isSandbox) return keptPackages(carried, nowMs);
  const day = dayAboveCap(
    {
      others: await exposuresOfOthers(query, buyer.id, buy.id, nowMs),
      before: before === undefined ? [] : exposuresOf(before, nowMs),
      after: exposuresOf(carried, nowMs),
    },
    capUsd,
  );
  if (day === undefined) return keptPackages(carried, nowMs);
  return refuse.budgetExceeded(
    'packages',
    `expected at most ${capUsd} USD on any day of UTC for all your buys, but they could spend ${day.usd} on ${day.day}`,
    {
      suggestion: 'Send lower budgets, or a daily_budget_cap in each package.',
      details: { daily_cap: capUsd, currency: 'USD', day: day.day },
    },
  );
}

function keptPackages(buy: ChangedBuy, nowMs: number): readonly BuyPackage[] {
  return buy.definition.packages.map((line) => withDayExposure(buy, line, nowMs));
}

/** With what each package could spend today before this change: it may have spent it already. */
function carriedOver(buy: ChangedBuy, before: MediaBuy | undefined, nowMs: number): ChangedBuy {
  const known = before && keptPackages(before, nowMs);
  const exposures = new Map(known?.map(({ id, dayExposure }) => [id, dayExposure]));
  const packages = buy.definition.packages.map((line) => ({
    ...line,
    dayExposure: exposures.get(line.id) ?? line.dayExposure,
  }));
  return { ...buy, definition: { ...buy.definition, packages } };
}

/** What all other buys of a buyer can spend. Those of a sandbox spend nothing. */
async function exposuresOfOthers(
  query: Query,
  buyer: string,
  except: string,
  nowMs: number,
): Promise<readonly SpendExposure[]> {
  const real = await realAccountsOf(query, buyer);
  const exposures: SpendExposure[] = [];
  for await (const buy of eachRecord(query, BUY_TABLE, { buyer })) {
    if (buy.id === except || !real.has(buy.account)) continue;
    exposures.push(...exposuresOf(buy, nowMs));
  }
  return exposures;
}

/** An account that was never declared is of a sandbox too. */
export async function realAccountsOf(query: Query, buyer: string): Promise<ReadonlySet<string>> {
  const page = { after: 0, countMax: BUYER_ACCOUNTS_MAX };
  const accounts = await BUYER_ACCOUNT_TABLE.readOf(query, { buyer }, page);
  return new Set(accounts.flatMap(({ id, definition }) => (definition.isSandbox ? [] : [id])));
}
