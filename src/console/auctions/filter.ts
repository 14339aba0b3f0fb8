import type { AuctionRecord } from '../api.ts';

/** An empty string matches any value. */
export type Filter = {
  readonly publisher: string;
  readonly outcome: string;
  readonly partner: string;
};

export const NO_PUBLISHER = '(none)';

/** `bid`, or the reasons why there was none. */
export function outcomesOf({ outcome, imps }: AuctionRecord): readonly string[] {
  if (outcome === 'bid') return ['bid'];
  return [...new Set(imps.flatMap(({ noBidReason }) => noBidReason ?? []))];
}

export function publisherOf({ publisher }: AuctionRecord): string {
  return publisher ?? NO_PUBLISHER;
}

export function winnersOf({ imps }: AuctionRecord) {
  return imps.flatMap(({ winner }) => winner ?? []);
}

export function biddersOf({ imps }: AuctionRecord): readonly string[] {
  return imps.flatMap(({ bids }) => bids.map(({ partner }) => partner));
}

export function matches(record: AuctionRecord, { publisher, outcome, partner }: Filter): boolean {
  return (
    (publisher === '' || publisherOf(record) === publisher) &&
    (outcome === '' || outcomesOf(record).includes(outcome)) &&
    (partner === '' || biddersOf(record).includes(partner))
  );
}

/** The sorted options. */
export function choices<T>(records: readonly T[], of: (record: T) => readonly string[]) {
  return [...new Set(records.flatMap(of))].sort();
}
