import type { FactKind } from '../../src/core/sale/fact.ts';
import { FORM_BY_WORD, isNoticeWord, type NoticeWord } from '../../src/core/sale/paths.ts';
import { type Opened, openToken, type Unopened } from '../../src/core/sale/token.ts';
import { KEYS, NOON_MS } from './a-sale.ts';
import { isOwn, type OneSale } from './a-seller.ts';

export function wordOf(url: string): NoticeWord {
  const word = new URL(url).pathname.split('/')[2] ?? '';
  if (!isNoticeWord(word)) throw new Error(`no notice: ${url}`);
  return word;
}

/** The URL of a notice as its receiver takes it apart. */
export function unopenedOf(url: string): Unopened {
  const { pathname, searchParams } = new URL(url);
  const { kind, signedAs, reply } = FORM_BY_WORD[wordOf(url)];
  const token = pathname.split('/')[3] ?? '';
  const unopened = { signedAs, token, calls: searchParams.get('c') ?? undefined };
  if (reply !== 'redirect' && kind !== 'feedback') return unopened;
  const text = searchParams.get(kind === 'feedback' ? 't' : 'to') ?? '';
  return { ...unopened, signedText: { text, code: searchParams.get('s') ?? '' } };
}

export const openUrl = (url: string, keys = KEYS): Opened =>
  openToken(unopenedOf(url), keys, NOON_MS);

/** The URLs of all notices of a sale, its link included. */
export function noticeUrls({
  nurl,
  burl,
  lurl,
  clientTrackers = [],
  ad,
}: OneSale): readonly string[] {
  const { link, imptrackers = [], eventtrackers = [] } = ad;
  const given = [nurl, burl, lurl, link.url, ...imptrackers];
  const tracked = [...eventtrackers, ...clientTrackers].map(({ url }) => url);
  return [...given, ...tracked].filter((url) => url !== undefined).filter(isOwn);
}

/** The partner's URLs that the notices of a sale carry, by kind; throws where two of one kind differ. */
export function carriedBy(sale: OneSale): Partial<Record<FactKind, readonly string[]>> {
  const carried: Partial<Record<FactKind, readonly string[]>> = {};
  for (const url of noticeUrls(sale)) {
    const opened = openUrl(url);
    const { kind } = FORM_BY_WORD[wordOf(url)];
    if (opened.kind !== 'sale') throw new Error(`${opened.kind}: ${url}`);
    if (kind === 'feedback') continue;
    const { calls = [] } = opened;
    if (carried[kind] !== undefined && carried[kind].join() !== calls.join()) {
      throw new Error(`two notices of the ${kind} carry different calls`);
    }
    if (calls.length > 0) carried[kind] = calls;
  }
  return carried;
}
