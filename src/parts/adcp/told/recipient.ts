import type { Query } from '../../../lib/sql/database.ts';
import { BUYER_ACCOUNT_TABLE } from '../records/account-record.ts';
import { BUY_TABLE } from '../records/buy-record.ts';
import type { BuyerRecordKind } from '../records/buyer-table.ts';
import type { BuyerWebhook } from '../records/buyer-webhook.ts';
import { CREATIVE_TABLE } from '../records/creative-record.ts';

/** What a message is about: the state of what a buyer has made, or its delivery. */
type ToldSubject = 'state' | 'report';

/** No webhook of the config has a slash in its name. */
const PREFIX = 'buyer/';

/** As the outbox calls the webhook that a buyer has named for this record. The record has its address. */
export function webhookNameOfRecord(subject: ToldSubject, key: string): string {
  return `${PREFIX}${subject}/${key}`;
}

export function isNameOfBuyer(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** The webhook as the record has it now. undefined: it is gone, or its record is. */
export async function readBuyerWebhook(
  query: Query,
  name: string,
): Promise<BuyerWebhook | undefined> {
  const [subject, key] = partsOf(name);
  const table = READ[key.slice(0, key.indexOf(':')) as BuyerRecordKind];
  const webhooks = await table?.(query, key);
  return subject === 'report' ? webhooks?.reporting : webhooks?.notify;
}

function partsOf(name: string): readonly [string, string] {
  const rest = name.slice(PREFIX.length);
  const slash = rest.indexOf('/');
  return [rest.slice(0, slash), rest.slice(slash + 1)];
}

type NamedWebhooks = { readonly notify?: BuyerWebhook; readonly reporting?: BuyerWebhook };

type Read = (query: Query, key: string) => Promise<NamedWebhooks | undefined>;

const READ: Readonly<Partial<Record<string, Read>>> = {
  'media-buy': reading(BUY_TABLE.read),
  'buyer-account': reading(BUYER_ACCOUNT_TABLE.read),
  'library-creative': reading(CREATIVE_TABLE.read),
};

function reading(
  read: (
    query: Query,
    key: string,
  ) => Promise<{ readonly state: string; readonly definition: NamedWebhooks } | undefined>,
): Read {
  return async (query, key) => {
    const found = await read(query, key);
    return found === undefined || found.state === 'deleted' ? undefined : found.definition;
  };
}
