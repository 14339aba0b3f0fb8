import type { Query } from '../../../lib/sql/database.ts';
import type { Buyer } from '../buyers.ts';
import { type AdcpError, fail } from '../errors.ts';
import { BUYER_ACCOUNT_TABLE, BUYER_ACCOUNTS_MAX } from '../records/account-record.ts';
import { BUY_TABLE, type BuyPackage, type MediaBuy } from '../records/buy-record.ts';
import { eachRecord } from '../records/each-record.ts';
import { dayAboveCap, exposuresOf, type SpendExposure, withDayExposure } from './daily-cap.ts';

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
): Promise<readonly BuyPackage[] | AdcpError> {
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
  const message = `expected at most ${capUsd} USD on any day of UTC for all your buys, but they could spend ${day.usd} on ${day.day}`;
  return fail.budgetExceeded(message, {
    field: 'packages',
    suggestion: 'Send lower budgets, or a daily_budget_cap in each package.',
    details: { daily_cap: capUsd, currency: 'USD', day: day.day },
  });
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
