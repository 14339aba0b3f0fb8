import { fromMicros } from '../lib/money.ts';
import { DESTINATION_LENGTH_MAX, type Destination, safeDestination } from './destination.ts';
import { fillUrl, type MacroTexts } from './macros.ts';
import type { NoticeWord } from './paths.ts';
import type { SealedSale } from './token.ts';

/** The destinations of an ad's links. Undefined: the link cannot go through this exchange. */
export type FindDestination = (url: string) => Destination | undefined;

/** No link of a page that would block ours. */
export const noDestination: FindDestination = () => undefined;

export function createFindDestination(responseMicros: number, macros: MacroTexts): FindDestination {
  // The caller cannot fill macros inside the signed destination, so the price is filled here.
  const texts: MacroTexts = (name) =>
    name === 'AUCTION_PRICE' ? String(fromMicros(responseMicros)) : macros(name);
  // The plan of calls and the ad both ask for the link of the ad, which is filled once.
  let last: { readonly url: string; readonly destination: Destination | undefined } | undefined;
  return (url) => {
    if (last?.url !== url) {
      const filled = fillUrl(url, texts, { lengthMax: DESTINATION_LENGTH_MAX });
      const destination = filled === undefined ? undefined : safeDestination(filled);
      last = { url, destination };
    }
    return last.destination;
  };
}

/** The click URL for a link, or the link itself where it cannot go through this exchange. */
export function createLink(
  root: string,
  sealed: SealedSale,
  findDestination: FindDestination,
): (url: string) => string {
  let token: string | undefined;
  return (url) => {
    const destination = findDestination(url);
    if (destination === undefined) return url;
    token ??= sealed.tokenOf('click');
    const code = sealed.linkCode(token, destination.url);
    const calls = sealed.callsOf('click');
    const word: NoticeWord = 'click';
    const link = `${root}${word}/${token}?to=${destination.encoded}&s=${code}`;
    return calls === undefined ? link : `${link}&c=${calls}`;
  };
}
