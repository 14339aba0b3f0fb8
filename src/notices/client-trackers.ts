/** What Prebid.js fires for any bid: an image each when the bid has won and when it is billable. */
export type ClientTracker = {
  readonly event: 1 | 500;
  readonly method: 1;
  readonly url: string;
};

const IMAGE = 1;
const BILLABLE = 1;
/** Above 500 events are the exchange's own; Prebid.js takes this one for the win. */
const WON = 500;

/** The URLs read no price (ruling 70): what the visitor can see counts at the price of the answer. */
export function clientTrackers(win: string, bill: string | undefined): readonly ClientTracker[] {
  const won: ClientTracker = { event: WON, method: IMAGE, url: win };
  return bill === undefined ? [won] : [won, { event: BILLABLE, method: IMAGE, url: bill }];
}
