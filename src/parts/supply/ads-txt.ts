import type { NamedExchange, SellerType, SupplyPublisher } from './claim.ts';

/** `ads.txt` and `app-ads.txt` of the IAB, version 1.1: the line of a publisher, and the reader of a file. */

type Relationship = 'DIRECT' | 'RESELLER';

type AdsTxtRecord = {
  /** Of the advertising system, in lower case. */
  readonly domain: string;
  /** The account there, as it is written. */
  readonly account: string;
  /** In upper case. */
  readonly relationship: string;
};

export type AdsTxt = {
  readonly records: readonly AdsTxtRecord[];
  /** Who owns the inventory, and who manages it, in lower case. */
  readonly ownerDomain: string | undefined;
  readonly managerDomain: string | undefined;
  /** The file has more lines than are read. */
  readonly isCut: boolean;
};

/** The longest files of large publishers have a few thousand. */
export const ADS_TXT_LINES_MAX = 10_000;

/** The fields that count. What stands behind them is for others. */
const FIELDS = 3;

const LINE_END = /\r\n|\r|\n/;
const BYTE_ORDER_MARK = '\ufeff';

/** By what a seller is. One that is both may be listed either way. */
const RELATIONSHIPS: Readonly<Record<SellerType, readonly Relationship[]>> = {
  publisher: ['DIRECT'],
  intermediary: ['RESELLER'],
  both: ['DIRECT', 'RESELLER'],
};

export const relationshipsOf = (type: SellerType): readonly Relationship[] => RELATIONSHIPS[type];

/** The lines to publish. One that is both publishes the first on its own pages, the second on those that it resells. */
export function adsTxtLines(
  publisher: SupplyPublisher,
  exchange: NamedExchange,
): readonly string[] {
  const { id, seller } = publisher;
  if (seller === undefined) return [];
  return relationshipsOf(seller.type).map((one) => `${exchange.domain}, ${written(id)}, ${one}`);
}

/** What separates fields and starts comments is written as in a URL. */
function written(account: string): string {
  return /[\s,;#%]/.test(account) ? encodeURIComponent(account.toWellFormed()) : account;
}

export function isAccount(account: string, id: string): boolean {
  return account === id || account === written(id);
}

/** Reads any text: a line that is none of the format says nothing. */
export function readAdsTxt(text: string): AdsTxt {
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  // One more than is read, which tells whether there are more.
  const lines = plain.split(LINE_END, ADS_TXT_LINES_MAX + 1);
  const records: AdsTxtRecord[] = [];
  const variables = new Map<string, string>();
  for (const line of lines.slice(0, ADS_TXT_LINES_MAX)) {
    const content = before(before(line, '#'), ';').trim();
    const [name, value] = variableOf(content) ?? [];
    if (name !== undefined && value !== undefined) {
      // Of a variable that may be there once, the first counts.
      if (!variables.has(name)) variables.set(name, value);
      continue;
    }
    const [domain = '', account = '', relationship = ''] = content
      .split(',', FIELDS)
      .map((field) => field.trim());
    if (domain === '' || account === '' || relationship === '') continue;
    records.push({
      domain: domain.toLowerCase(),
      account,
      relationship: relationship.toUpperCase(),
    });
  }
  return {
    records,
    ownerDomain: variables.get('OWNERDOMAIN'),
    managerDomain: variables.get('MANAGERDOMAIN'),
    isCut: lines.length > ADS_TXT_LINES_MAX,
  };
}

function before(text: string, mark: string): string {
  const index = text.indexOf(mark);
  return index === -1 ? text : text.slice(0, index);
}

/** `OWNERDOMAIN=example.com`. A manager may have a country behind a comma. */
function variableOf(content: string): readonly [name: string, value: string] | undefined {
  const equals = content.indexOf('=');
  if (equals === -1) return undefined;
  const name = content.slice(0, equals).trim().toUpperCase();
  if (name !== 'OWNERDOMAIN' && name !== 'MANAGERDOMAIN') return undefined;
  const value = before(content.slice(equals + 1), ',')
    .trim()
    .toLowerCase();
  return value === '' ? undefined : [name, value];
}
