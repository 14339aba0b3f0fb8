import { count } from './format.ts';

type SamplesKept = {
  /** For how many days samples are kept; 0: none are taken. */
  readonly days: number;
  /** For how many auctions one is kept, on average; null: there is none. */
  readonly oneIn: number | null;
};

/** How many samples of requests there are. */
export function keptWords({ days, oneIn }: SamplesKept): string {
  if (days === 0) return 'samples are not taken, since ledger.sampleDays is 0';
  if (oneIn === null) return 'no sample was kept so far';
  const part = oneIn === 1 ? 'nearly every auction' : `one in ${count(oneIn)} auctions`;
  return `${part} is kept for ${days === 1 ? 'a day' : `${days} days`}`;
}
