import type { NamedExchange, SupplyPublisher } from './claim.ts';

/** `ads.txt` and `app-ads.txt` of the IAB, version 1.1: the line of a publisher, and the reader of a file. */

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
/** Who owns the inventory, and who manages it: a manager may have a country behind a comma. */
const VARIABLE = /^(OWNERDOMAIN|MANAGERDOMAIN)\s*=([^,]*)/i;

/** By what a seller is. One that is both may be listed either way. */
export const RELATIONSHIPS = {
  publisher: ['DIRECT'],
  intermediary: ['RESELLER'],
  both: ['DIRECT', 'RESELLER'],
} as const;

/** The lines to publish. One that is both publishes the first on its own pages, the second on those that it resells. */
export function adsTxtLines(
  publisher: SupplyPublisher,
  exchange: NamedExchange,
): readonly string[] {
  const { id, seller } = publisher;
  if (seller === undefined) return [];
  return RELATIONSHIPS[seller.type].map((one) => `${exchange.domain}, ${written(id)}, ${one}`);
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
  // One more than is read, which tells whether there are more.
  const lines = text.split(LINE_END, ADS_TXT_LINES_MAX + 1);
  const records: AdsTxtRecord[] = [];
  const variables = new Map<string, string>();
  for (const line of lines.slice(0, ADS_TXT_LINES_MAX)) {
    const [content = ''] = line.split(/[#;]/, 1);
    const [, name = '', value = ''] = VARIABLE.exec(content.trim()) ?? [];
    // Of a variable that may be there once, the first counts.
    if (value.trim() !== '' && !variables.has(name.toUpperCase())) {
      variables.set(name.toUpperCase(), value.trim().toLowerCase());
    }
    if (name !== '') continue;
    // What is trimmed may be a byte order mark too.
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
