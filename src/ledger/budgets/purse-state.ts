import { type Account, type Amount, isLimited, keyOf, limitOf } from './account.ts';
import { wantedNext } from './plan-claim.ts';
import { PURSE_IMPRESSIONS_MAX, PURSE_MICROS_MAX } from './purses.ts';

/** A purse holds at least so many impressions. */
const IMPRESSIONS_LEAST = 3;

export type Both = { micros: number; impressions: number };

export const KINDS = ['micros', 'impressions'] as const;

/** A purse as its keeper knows it. */
export type Purse = {
  readonly place: number;
  readonly key: string;
  readonly account: Account;
  /** Taken out of reservations or out of the purse, and neither put back nor given back yet. */
  readonly hand: Both;
  readonly wanted: Both;
  /** What was available when it was last filled. */
  readonly filled: Both;
};

export function none(): Both {
  return { micros: 0, impressions: 0 };
}

export function add(to: Both, amount: Amount): void {
  for (const kind of KINDS) to[kind] += amount[kind];
}

export function createPurse(place: number, account: Account): Purse {
  const least = {
    micros: leastOf(account, 'micros'),
    impressions: leastOf(account, 'impressions'),
  };
  return { place, key: keyOf(account), account, hand: none(), wanted: least, filled: none() };
}

/** The least that a purse holds; nothing of what is not limited. */
function leastOf(account: Account, kind: keyof Amount): number {
  if (!isLimited(limitOf(account, kind))) return 0;
  return IMPRESSIONS_LEAST * (kind === 'micros' ? account.unitMicrosMax : 1);
}

/** What it should hold, after what was used of it since it was last filled. */
export function want(
  { account, wanted, filled }: Purse,
  kind: keyof Amount,
  available: number,
  reserved: number,
  now: { readonly ms: number; readonly elapsedMs: number },
): number {
  const least = leastOf(account, kind);
  const isRunning = now.ms >= account.startMs && now.ms < account.endMs;
  if (least === 0 || !isRunning) return 0;
  const purseMax = kind === 'micros' ? PURSE_MICROS_MAX : PURSE_IMPRESSIONS_MAX;
  return wantedNext({
    wanted: wanted[kind],
    used: Math.max(0, filled[kind] - available),
    elapsedMs: now.elapsedMs,
    isDry: available < least,
    least,
    most: Math.max(0, purseMax - reserved),
  });
}
