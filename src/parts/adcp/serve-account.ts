import type { Author } from '../../lib/op.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import { CAMPAIGN, campaignKey } from '../../store/campaign-kind.ts';
import { nextRevision } from '../../store/history.ts';
import { findRecord, writeIn } from '../../store/store.ts';
import {
  accountRecordKey,
  BUYER_ACCOUNT_TABLE,
  BUYER_ACCOUNTS_MAX,
  type BuyerAccount,
  type BuyerAccountState,
} from './accounts.ts';
import { BUY_TABLE, type MediaBuy } from './buy.ts';
import { eachRecord } from './records.ts';

type ServeAccountTerms = {
  /** Whose campaigns those of packages are. undefined: there are none. */
  readonly partner: string | undefined;
  readonly nowMs: number;
};

/** Writes the campaigns of a buy as they should be while its account is active. */
type ResumeBuy = (query: Query, account: BuyerAccount, buy: MediaBuy) => Promise<unknown>;

/**
 * In the transaction that has changed an account: while it is active, its buys serve, and otherwise nothing of it does. To
 * stop needs nothing but the campaign, so that nothing that is wrong with a buy keeps its account serving.
 */
async function serveAccount(
  query: Query,
  account: BuyerAccount,
  terms: ServeAccountTerms,
  resume: ResumeBuy,
): Promise<void> {
  await eachBuy(query, account, account.state === 'active' ? resume : stopBuy(terms));
}

/** In the transaction that has paused or resumed a buyer: while it is paused, nothing of any of its accounts serves. */
export async function serveBuyer(
  query: Query,
  { id, state }: { readonly id: string; readonly state: string },
  terms: ServeAccountTerms,
  resume: ResumeBuy,
): Promise<void> {
  const page = { after: 0, countMax: BUYER_ACCOUNTS_MAX };
  for (const account of await BUYER_ACCOUNT_TABLE.readOf(query, { buyer: id }, page)) {
    if (state === 'active') await serveAccount(query, account, terms, resume);
    else await stopServing(query, account, terms);
  }
}

/** In the transaction that has closed an account. */
export async function stopServing(
  query: Query,
  account: BuyerAccount,
  terms: ServeAccountTerms,
): Promise<void> {
  await eachBuy(query, account, stopBuy(terms));
}

async function eachBuy(query: Query, account: BuyerAccount, serve: ResumeBuy): Promise<void> {
  // A sandbox has no campaigns.
  if (account.definition.isSandbox) return;
  for await (const buy of eachRecord(query, BUY_TABLE, { account: account.id })) {
    await serve(query, account, buy);
  }
}

function stopBuy({ partner, nowMs }: ServeAccountTerms): ResumeBuy {
  return async (query, account, { definition }) => {
    if (partner === undefined) return;
    // The entry of the account says who: a campaign that a person has paused is not resumed with the account.
    const author = { who: `account ${account.id}`, role: 'buyer' };
    for (const { id } of definition.packages) {
      const key = campaignKey(partner, id);
      if ((await findRecord(query, CAMPAIGN, key))?.state !== 'active') continue;
      const next = () => ({ state: 'paused' as const });
      await writeIn(query, CAMPAIGN, key, { action: 'state', by: author, nowMs, next });
    }
  };
}

type AccountDecided = {
  readonly id: string;
  readonly state: BuyerAccountState;
  /** What the buyer reads of it, in its list of accounts and in refusals. */
  readonly reason: string;
  /** That the operator has seen. undefined: whatever it is. */
  readonly revision: number | undefined;
  readonly author: Author;
  /** Whether this state may follow the one that the account has. */
  readonly refused: (current: BuyerAccount) => Refusal | undefined;
};

/** What an operator decides of an account, and in the same transaction whether its buys serve. */
export function decideAccount(
  database: Pick<Database, 'transaction'>,
  { id, state, reason, revision, author, refused }: AccountDecided,
  terms: ServeAccountTerms,
  resume: ResumeBuy,
): Promise<BuyerAccount | Refusal> {
  return database.transaction(async (query) => {
    await nextRevision(query);
    const current = await BUYER_ACCOUNT_TABLE.read(query, accountRecordKey(id));
    if (current === undefined || current.state === 'deleted') {
      return refuse.notFound(`there is no account "${id}"`);
    }
    if (revision !== undefined && revision !== current.revision) {
      return refuse.changedMeanwhile(`${current.changedBy} has changed it meanwhile`);
    }
    const no = refused(current);
    if (no !== undefined) return no;
    const definition = { ...current.definition, reason };
    const next = { ...current, state, definition };
    const change = { action: 'decision', author, nowMs: terms.nowMs };
    const changed = await BUYER_ACCOUNT_TABLE.change(query, next, change);
    await serveAccount(query, changed, terms, resume);
    return changed;
  });
}
