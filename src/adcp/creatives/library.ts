import { assembleFormats } from '../../config/assemble-formats.ts';
import type { Query } from '../../ledger/database.ts';
import { agentUrlOf } from '../agent-url.ts';
import type { Buyer } from '../buyers.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import {
  BUY_TABLE,
  BUYS_MAX,
  type BuyPackage,
  type CreativeAssignment,
  type MediaBuy,
} from '../records/buy-record.ts';
import { type BuyerTable, buyerRecordKey } from '../records/buyer-table.ts';
import {
  CREATIVE_TABLE,
  LIBRARY_CREATIVES_MAX,
  type LibraryCreative,
} from '../records/creative-record.ts';
import type { BuyerCall, SellerSources } from '../tool.ts';
import { type SellerFormat, sellerFormats } from './formats.ts';

/** Whose library it is, and what may be kept in it. */
export type LibraryTerms = {
  readonly buyer: Buyer;
  readonly account: BuyerAccount;
  readonly formats: readonly SellerFormat[];
  /** Its fixtures are ads that never serve, in formats that this seller has and in others. */
  readonly hasTestController: boolean;
  readonly nowMs: number;
};

export function libraryTerms(
  sources: Pick<SellerSources, 'config' | 'publicUrl'>,
  { buyer, nowMs }: Pick<BuyerCall, 'buyer' | 'nowMs'>,
  account: BuyerAccount,
): LibraryTerms {
  const config = sources.config();
  return {
    buyer,
    account,
    formats: sellerFormats(agentUrlOf(sources), assembleFormats(config)),
    hasTestController: config.adcp.testController,
    nowMs,
  };
}

/** Records that are read at once. */
const CHUNK_COUNT = 500;

type Owner = Parameters<typeof CREATIVE_TABLE.readOf>[1];

async function readAll<Definition, State extends string>(
  query: Query,
  { readOf }: BuyerTable<Definition, State>,
  owner: Owner,
  countMax: number,
): Promise<Awaited<ReturnType<typeof readOf>>> {
  const found = [];
  for (let after = 0; found.length < countMax; ) {
    const chunk = await readOf(query, owner, { after, countMax: CHUNK_COUNT });
    found.push(...chunk);
    const last = chunk.at(-1);
    if (last === undefined || chunk.length < CHUNK_COUNT) break;
    after = last.createdRevision;
  }
  return found;
}

/** Creatives of one account or of all accounts of a buyer, the earliest first, archived ones too. */
export function readCreatives(query: Query, owner: Owner): Promise<readonly LibraryCreative[]> {
  return readAll(query, CREATIVE_TABLE, owner, LIBRARY_CREATIVES_MAX);
}

/** undefined: there is none in the library of this account. */
export async function readCreative(
  query: Query,
  account: string,
  id: string,
): Promise<LibraryCreative | undefined> {
  const key = buyerRecordKey('library-creative', account, id);
  const found = await CREATIVE_TABLE.read(query, key);
  return found?.state === 'deleted' ? undefined : found;
}

export function readBuys(query: Query, owner: Owner): Promise<readonly MediaBuy[]> {
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
