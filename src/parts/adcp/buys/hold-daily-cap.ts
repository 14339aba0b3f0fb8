import { isDeepStrictEqual } from 'node:util';
import type { Query } from '../../../lib/sql/database.ts';
import type { Buyer } from '../buyers.ts';
import { type AdcpError, fail } from '../errors.ts';
import { BUYER_ACCOUNT_TABLE, BUYER_ACCOUNTS_MAX } from '../records/account-record.ts';
import { BUY_TABLE, type BuyPackage, type MediaBuy } from '../records/buy-record.ts';
import { eachRecord } from '../records/each-record.ts';
import {
  assignedCapUsd,
  dayAboveCap,
  exposuresOf,
  packageExposures,
  type SpendExposure,
  withDayExposure,
} from './daily-cap.ts';
import { flightOf } from './flight-of-package.ts';
import { budgetFault } from './package-terms.ts';

type CapTerms = {
  readonly buyer: Buyer;
  readonly isSandbox: boolean;
  /** As the store has it. undefined: it is new. */
  readonly before: MediaBuy | undefined;
  readonly nowMs: number;
};

type ChangedBuy = Pick<MediaBuy, 'id' | 'state' | 'definition'>;

/**
 * The packages of a buy as they are kept: with the most that each may spend today, and with daily caps where the buyer has
 * one. The error says on which day the change would take the buyer above its cap. It runs in the transaction of the change,
 * so that two buys at once cannot share what is left.
 */
export async function withDailyCaps(
  query: Query,
  buy: ChangedBuy,
  { buyer, isSandbox, before, nowMs }: CapTerms,
): Promise<readonly BuyPackage[] | AdcpError> {
  const carried = carriedOver(buy, before, nowMs);
  const capUsd = buyer.dailyCapUsd;
  if (capUsd === undefined || isSandbox) return keptPackages(carried, nowMs);
  const others = await exposuresOfOthers(query, buyer.id, buy.id, nowMs);
  const capped = cappedPackages(carried, { others, capUsd, before, nowMs });
  if ('code' in capped) return capped;
  const after: ChangedBuy = { ...buy, definition: { ...buy.definition, packages: capped } };
  const day = dayAboveCap(
    {
      others,
      before: before === undefined ? [] : exposuresOf(before, nowMs),
      after: exposuresOf(after, nowMs),
    },
    capUsd,
  );
  if (day !== undefined) {
    const message = `expected at most ${capUsd} USD on any day of UTC for all your buys, but they could spend ${day.usd} on ${day.day}`;
    return fail.budgetExceeded(message, {
      field: 'packages',
      suggestion: 'Send lower budgets, or a daily_budget_cap in each package.',
      details: { daily_cap: capUsd, currency: 'USD', day: day.day },
    });
  }
  return keptPackages(after, nowMs);
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

type CapSources = {
  readonly others: readonly SpendExposure[];
  readonly capUsd: number;
  readonly before: MediaBuy | undefined;
  readonly nowMs: number;
};

/** One after the other, so that what is left of the cap is given out once. */
function cappedPackages(
  buy: ChangedBuy,
  { others, capUsd, before, nowMs }: CapSources,
): readonly BuyPackage[] | AdcpError {
  const { packages } = buy.definition;
  const known = new Map(before?.definition.packages.map((line) => [line.id, line]));
  const isAssigned = (line: BuyPackage) =>
    line.canceled === undefined && isByExchange(line) && !isSettled(buy, line, before);
  const fixed = packages.filter((line) => !isAssigned(line));
  const taken = [...others, ...fixed.flatMap((line) => packageExposures(buy, line, nowMs))];
  const capped: BuyPackage[] = [];
  for (const [index, line] of packages.entries()) {
    if (!isAssigned(line)) {
      capped.push(line);
      continue;
    }
    const keptUsd = keptCapUsd(known.get(line.id));
    const dailyCapUsd = assignedCapUsd(buy, line, { others: taken, capUsd, keptUsd, nowMs });
    const next: BuyPackage = { ...line, dailyCapUsd, dailyCapBy: 'exchange' };
    const low = budgetFault(next, { minSpendUsd: undefined }, `packages[${index}]`);
    if (low !== undefined) return nothingLeft(index, capUsd);
    taken.push(...packageExposures(buy, next, nowMs));
    capped.push(next);
  }
  return capped;
}

const isByExchange = ({ dailyCapUsd, dailyCapBy }: BuyPackage) =>
  dailyCapUsd === undefined || dailyCapBy === 'exchange';

/** A share that was given stays while its days do and its budget is not raised: a pause asks for no other one. */
function isSettled(buy: ChangedBuy, line: BuyPackage, before: MediaBuy | undefined): boolean {
  const last = before?.definition.packages.find(({ id }) => id === line.id);
  if (before === undefined || last?.dailyCapBy !== 'exchange') return false;
  return (
    line.dailyCapUsd === last.dailyCapUsd &&
    line.budgetUsd <= last.budgetUsd &&
    line.pacing === last.pacing &&
    isDeepStrictEqual(flightOf(buy.definition, line), flightOf(before.definition, last))
  );
}

/** What a package could spend a day before the change. A cap that the buyer has taken away is not kept. */
function keptCapUsd(last: BuyPackage | undefined): number | undefined {
  if (last === undefined || !isByExchange(last)) return undefined;
  return last.dailyCapUsd ?? last.budgetUsd;
}

function nothingLeft(index: number, capUsd: number): AdcpError {
  const field = `packages[${index}].budget`;
  const message = `${field}: expected a budget that fits your cap of ${capUsd} USD a day, of which nothing is left on some day of its flight`;
  return fail.budgetExceeded(message, {
    field,
    suggestion: 'Cancel or shorten other buys, or ask the operator for a higher cap.',
    details: { daily_cap: capUsd, currency: 'USD' },
  });
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
