import type { Query } from '../../../lib/sql/database.ts';
import type { Buyer } from '../buyers.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import {
  BUY_TABLE,
  BUYS_MAX,
  type BuyPackage,
  type CreativeAssignment,
  type MediaBuy,
} from '../records/buy-record.ts';
import type { BuyerTable } from '../records/buyer-table.ts';
import {
  CREATIVE_TABLE,
  creativeKey,
  LIBRARY_CREATIVES_MAX,
  type LibraryCreative,
} from '../records/creative-record.ts';
import { eachRecord, type RecordOwner } from '../records/each-record.ts';
import type { BuyerWebhook } from '../told/webhooks.ts';
import type { BuyerCall, SellerSources } from '../tool.ts';
import type { SellerFormat } from './formats.ts';

/** Whose library it is, and what may be kept in it. */
export type LibraryTerms = {
  readonly buyer: Buyer;
  readonly account: BuyerAccount;
  readonly formats: readonly SellerFormat[];
  readonly nowMs: number;
  /** Where the buyer is told of reviews. undefined: as before. */
  readonly notify?: BuyerWebhook | undefined;
};

export function libraryTerms(
  { formats }: Pick<SellerSources, 'formats'>,
  { buyer, nowMs }: Pick<BuyerCall, 'buyer' | 'nowMs'>,
  account: BuyerAccount,
  notify?: BuyerWebhook,
): LibraryTerms {
  return { buyer, account, formats: formats(), nowMs, notify };
}

async function readAll<Definition, State extends string>(
  query: Query,
  table: BuyerTable<Definition, State>,
  owner: RecordOwner,
  countMax: number,
) {
  const found = [];
  for await (const record of eachRecord(query, table, owner)) {
    if (found.length === countMax) break;
    found.push(record);
  }
  return found;
}

/** Creatives of one account or of all accounts of a buyer, the earliest first, archived ones too. */
export function readCreatives(
  query: Query,
  owner: RecordOwner,
): Promise<readonly LibraryCreative[]> {
  return readAll(query, CREATIVE_TABLE, owner, LIBRARY_CREATIVES_MAX);
}

/** undefined: there is none in the library of this account. */
export async function readCreative(
  query: Query,
  account: string,
  id: string,
): Promise<LibraryCreative | undefined> {
  const key = creativeKey(account, id);
  const found = await CREATIVE_TABLE.read(query, key);
  return found?.state === 'deleted' ? undefined : found;
}

export function readBuys(query: Query, owner: RecordOwner): Promise<readonly MediaBuy[]> {
  return readAll(query, BUY_TABLE, owner, BUYS_MAX);
}

/** A package that shows a creative, or has shown it until its buy was canceled. */
export type AssignedPackage = {
  readonly buy: MediaBuy;
  readonly line: BuyPackage;
  readonly assignment: CreativeAssignment;
  /** Canceling releases the creatives of a package: they stay in the library, with the review that they had. */
  readonly isReleased: boolean;
};

/** The packages that have each creative, by account and creative. */
export function assignedPackages(
  buys: readonly MediaBuy[],
): ReadonlyMap<string, readonly AssignedPackage[]> {
  const all = buys.flatMap((buy) =>
    buy.definition.packages.flatMap((line) =>
      line.assignments.map((assignment) => ({
        buy,
        line,
        assignment,
        isReleased: buy.state !== 'open' || line.canceled !== undefined,
      })),
    ),
  );
  return Map.groupBy(all, ({ buy, assignment }) => assignedKey(buy.account, assignment.creativeId));
}

/** An account's id has no slash. */
export function assignedKey(account: string, creative: string): string {
  return `${account}/${creative}`;
}
