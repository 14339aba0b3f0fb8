import type { Query } from '../../../lib/sql/database.ts';
import { changeIn } from '../../../store/write-store.ts';
import { authorOf } from '../author.ts';
import { type AdcpError, isAdcpError } from '../errors.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import {
  BUY_TABLE,
  type BuyDefinition,
  type BuyPackage,
  type BuyState,
  buyKey,
  type MediaBuy,
} from '../records/buy-record.ts';
import type { NextBuyerRecord } from '../records/buyer-table.ts';
import { follow } from '../told/webhooks.ts';
import type { BuyerCall, SellerSources } from '../tool.ts';
import { assignedFault } from './assigned-creatives.ts';
import { withDailyCaps } from './hold-daily-cap.ts';
import { readLibrary } from './library.ts';
import { serveBuy, serveTermsOf } from './serve-buy.ts';

/** A package whose creatives the call names, and where it names them. */
export type AssignedLine = { readonly line: BuyPackage; readonly path: string };

type BuyChange = {
  readonly account: BuyerAccount;
  readonly next: Pick<MediaBuy, 'id' | 'state' | 'definition'>;
  /** undefined: it is new. */
  readonly before: MediaBuy | undefined;
  readonly assigned: readonly AssignedLine[];
};

/** Keeps a buy as it has become, within the cap of its buyer, and the campaigns that serve it. */
export async function writeBuy(
  query: Query,
  sources: SellerSources,
  { buyer, nowMs }: BuyerCall,
  { account, next, before, assigned }: BuyChange,
): Promise<MediaBuy | AdcpError> {
  const { isSandbox } = account.definition;
  const author = authorOf(buyer);
  const terms = serveTermsOf(sources, author);
  const library = await readLibrary(
    query,
    account.id,
    assigned.map(({ line }) => line),
  );
  for (const { line, path } of isSandbox ? [] : assigned) {
    const fault = assignedFault(line, terms.findProduct(line.productId), library, path);
    if (fault !== undefined) return fault;
  }
  const packages = await withDailyCaps(query, next, { buyer, isSandbox, before, nowMs });
  if (isAdcpError(packages)) return packages;
  const stored = await changeIn<MediaBuy, NextBuyerRecord<BuyDefinition, BuyState>, never>(
    query,
    BUY_TABLE,
    {
      key: buyKey(next.id),
      action: before === undefined ? 'create' : 'change',
      author,
      nowMs,
      decide: () => ({
        id: next.id,
        buyer: buyer.id,
        account: account.id,
        state: next.state,
        definition: { ...next.definition, packages },
      }),
    },
  );
  await follow(query, buyKey(stored.id), stored);
  return (await serveBuy(query, account, stored, terms)) ?? stored;
}
