import { isObject } from '../../../lib/schema-fault.ts';
import type { Query } from '../../../lib/sql/database.ts';
import type { Buyer } from '../buyers.ts';
import { FINAL_STATUSES } from '../buys/status.ts';
import { BUYER_ACCOUNT_TABLE, type BuyerAccount } from '../records/account-record.ts';
import { BUY_TABLE, type MediaBuy } from '../records/buy-record.ts';
import type { BuyerWebhook } from '../records/buyer-webhook.ts';
import { CREATIVE_TABLE, type LibraryCreative } from '../records/creative-record.ts';
import type { Seller } from '../seller.ts';
import { WRITERS } from '../wire/writers.ts';
import type { BuyerMessage } from './message.ts';
import type { RecordStates, ToldState } from './record-states.ts';

export type WatchedSources = {
  /** Anew for each round. */
  readonly states: () => RecordStates;
  readonly seller: Pick<Seller, 'call'>;
  readonly buyers: () => readonly Buyer[];
};

/** A record that a buyer has named a webhook for, with what can be told of it. */
type WatchedRecord = {
  readonly webhook: BuyerWebhook;
  readonly state: () => Promise<ToldState>;
  readonly messageOf: (state: ToldState) => Promise<BuyerMessage>;
};

/** Whether it never changes again. The states of creatives and accounts always can. */
export function isLastOfBuy(status: string): boolean {
  return FINAL_STATUSES.some((last) => last === status);
}

/** States in which the answer of the call has left them: nobody is told of them first. */
const BEFORE_ANY_NEWS: ReadonlySet<string> = new Set([
  'processing',
  'pending_review',
  'pending_approval',
]);

/** Whether a state is worth a message after this one; '' is none. A buy's first state also tells that the webhook works. */
export function isNews(told: string, status: string): boolean {
  return told !== status && !(told === '' && BEFORE_ANY_NEWS.has(status));
}

/** undefined: the record, its webhook or its buyer is gone. */
export async function readWatched(
  query: Query,
  key: string,
  states: RecordStates,
  sources: WatchedSources,
): Promise<WatchedRecord | undefined> {
  switch (key.slice(0, key.indexOf(':'))) {
    case 'media-buy': {
      const buy = await BUY_TABLE.read(query, key);
      const [webhook, buyer] = [buy?.definition.notify, buyerOf(buy, sources)];
      if (buy === undefined || webhook === undefined || buyer === undefined) return undefined;
      return {
        webhook,
        state: () => states.buy(query, buy),
        messageOf: (state) => buyMessage({ buy, buyer, webhook }, state, sources),
      };
    }
    case 'library-creative': {
      const creative = await CREATIVE_TABLE.read(query, key);
      const webhook = creative?.definition.notify;
      if (creative === undefined || webhook === undefined) return undefined;
      if (buyerOf(creative, sources) === undefined) return undefined;
      return {
        webhook,
        state: () => states.creative(query, creative),
        messageOf: async (state) => creativeMessage(creative, state),
      };
    }
    default: {
      const account = await BUYER_ACCOUNT_TABLE.read(query, key);
      const webhook = account?.definition.notify;
      if (account === undefined || webhook === undefined) return undefined;
      if (buyerOf(account, sources) === undefined) return undefined;
      const state = { status: account.state, reason: account.definition.reason };
      return {
        webhook,
        state: async () => state,
        messageOf: async () => accountMessage(account, webhook),
      };
    }
  }
}

/** The buyer of a record that is there; undefined also where the operator has removed the buyer. */
export function buyerOf(
  record: { readonly buyer: string; readonly state: string } | undefined,
  { buyers }: Pick<WatchedSources, 'buyers'>,
): Buyer | undefined {
  if (record === undefined || record.state === 'deleted') return undefined;
  return buyers().find(({ id }) => id === record.buyer);
}

type ToldBuy = {
  readonly buy: MediaBuy;
  readonly buyer: Buyer;
  readonly webhook: BuyerWebhook;
};

/** The buy as get_media_buys has it, in the form of an answer of create_media_buy. */
async function buyMessage(
  { buy, buyer, webhook }: ToldBuy,
  { status, reason }: ToldState,
  { seller }: WatchedSources,
): Promise<BuyerMessage> {
  const { version } = webhook;
  const answer = await seller.call(
    'get_media_buys',
    {
      adcp_version: version,
      account: { account_id: buy.account },
      media_buy_ids: [buy.id],
    },
    buyer,
    'exchange',
  );
  const [found] = listOf(answer?.body.media_buys);
  if (answer?.isError !== false || found === undefined) {
    throw new Error(`expected get_media_buys to have ${buy.id}, but it has not`);
  }
  const { status: _, ...shown } = found;
  const taskStatus = status === 'rejected' || status === 'canceled' ? status : 'completed';
  // In 3.0 the root status of an answer is that of the buy.
  const said = version === '3.0' ? { status } : { status: taskStatus, media_buy_status: status };
  const packages = buy.definition.packages.map(({ id }) => ({ package_id: id }));
  return {
    taskId: buy.id,
    taskStatus,
    sentence: sentenceOf(`Media buy ${buy.id}`, status, reason),
    result: { ...shown, ...said },
    shortResult: { media_buy_id: buy.id, packages, ...said },
  };
}

function creativeMessage({ id }: LibraryCreative, { status, reason }: ToldState): BuyerMessage {
  const isUnderReview = BEFORE_ANY_NEWS.has(status);
  const why = reason === '' ? {} : { warnings: [reason] };
  const result = { creatives: [{ creative_id: id, action: 'unchanged', status, ...why }] };
  return {
    taskId: id,
    taskStatus: isUnderReview ? 'working' : 'completed',
    sentence: sentenceOf(`Creative ${id}`, status, reason),
    result,
    shortResult: result,
  };
}

function accountMessage(account: BuyerAccount, { version }: BuyerWebhook): BuyerMessage {
  const { id, state, definition } = account;
  const why = definition.reason === '' ? {} : { warnings: [definition.reason] };
  const shown = { ...WRITERS[version].account(account), action: 'updated', ...why };
  const result = { accounts: [shown] };
  return {
    taskId: id,
    taskStatus: BEFORE_ANY_NEWS.has(state) ? 'working' : 'completed',
    sentence: sentenceOf(`Account ${id}`, state, definition.reason),
    result,
    shortResult: result,
  };
}

function sentenceOf(subject: string, status: string, reason: string): string {
  const words = status.replaceAll('_', ' ');
  return reason === '' ? `${subject} is ${words}.` : `${subject} is ${words}: ${reason}`;
}

export function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
