import { type SignalText, UNREADABLE_US_PRIVACY } from '../../openrtb/privacy-signals.ts';

/** Either case, and a dash anywhere: that is what is sent in practice. `1---` says that the law does not apply. */
const US_PRIVACY = /^1[YNyn-]{3}$/;

/** Whether a US Privacy string opts out of sale, as its third character says. Undefined if it is no such string. */
export function readSaleOptOut(text: string): boolean | undefined {
  return US_PRIVACY.test(text) ? text.charAt(2).toUpperCase() === 'Y' : undefined;
}

/** Ruling 77: also the string that stands for one that could not be read. */
export function isUnreadable(text: SignalText): boolean {
  return text === undefined || text === UNREADABLE_US_PRIVACY || readSaleOptOut(text) === undefined;
}

/** Whether somebody has to be treated as opted out: also by a string that cannot be read. */
export function countsAsSaleOptOut(text: SignalText): boolean {
  return text === undefined || readSaleOptOut(text) !== false;
}
