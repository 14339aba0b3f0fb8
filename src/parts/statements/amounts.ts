import { decimalText, dividedHalfUp, NANO_DECIMALS, readDecimal } from '../../lib/money.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import type { StatementAccount } from './account.ts';

export const COUNTS = ['impressions', 'clicks', 'conversions'] as const;

export const AMOUNTS = ['nanos', ...COUNTS] as const;

/** What counts say, the money in exact billionths of a USD: earnings of a publisher, or spend of a partner. */
export type Amounts = Readonly<Record<(typeof AMOUNTS)[number], bigint>>;

export const amountsBy = (of: (name: (typeof AMOUNTS)[number]) => bigint): Amounts =>
  Object.fromEntries(AMOUNTS.map((name) => [name, of(name)])) as Amounts;

export const NO_AMOUNTS = amountsBy(() => 0n);

export const added = (a: Amounts, b: Amounts): Amounts => amountsBy((name) => a[name] + b[name]);

export const isNothing = (amounts: Amounts): boolean =>
  AMOUNTS.every((name) => amounts[name] === 0n);

export function addTo<Key>(sums: Map<Key, Amounts>, key: Key, amounts: Amounts): void {
  sums.set(key, added(sums.get(key) ?? NO_AMOUNTS, amounts));
}

/** An adjustment as it concerns one account. Amounts of invalid traffic are what is taken back. */
export type AdjustedLine = { readonly adjustment: string; readonly reason: string } & (
  | { readonly kind: 'correction'; readonly amount: string; readonly currency: string }
  | { readonly kind: 'invalid-traffic'; readonly day: number; readonly amounts: Amounts }
);

/** All that the statement of an account is made of. */
export type AccountFigures = {
  readonly account: StatementAccount;
  /** By the number of the day. */
  readonly days: ReadonlyMap<number, Amounts>;
  /** The same sums by format or campaign. */
  readonly details: ReadonlyMap<string, Amounts>;
  /** By month: what came for it after it was stated. */
  readonly late: ReadonlyMap<string, Amounts>;
  readonly adjusted: readonly AdjustedLine[];
};

/** Thrown where figures cannot be stated, with a sentence that says why. */
export class UnstatedFigures extends Error {}

/** The result of work, or why there is none. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnstatedFigures) return refuse.notAllowed(error.message);
    throw error;
  }
}

const DECIMALS_USUAL = 2;

/** ISO 4217: the currencies whose smallest unit is not a hundredth. */
const DECIMALS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
]);

function decimalsOf(currency: string): number {
  return DECIMALS[currency] ?? DECIMALS_USUAL;
}

/** Billionths of a USD in the smallest unit of a currency, rounded once, half up. `rate`: USD per unit, as text. */
export function toMinor(nanos: bigint, currency: string, rate: string): bigint {
  const { value, decimals } = readDecimal(rate) ?? { value: 0n, decimals: 0 };
  if (value <= 0n) throw new Error(`expected a rate above 0, but got "${rate}"`);
  const units = 10n ** BigInt(decimals + decimalsOf(currency));
  return dividedHalfUp(nanos * units, value * 10n ** BigInt(NANO_DECIMALS));
}

/** `1234n` in EUR → `12.34`. */
export function minorText(minor: bigint, currency: string): string {
  return decimalText(minor, decimalsOf(currency));
}

/** undefined: it is no amount of this currency, or has decimals that it does not have. */
export function readMinor(text: string, currency: string): bigint | undefined {
  const read = readDecimal(text);
  const missing = decimalsOf(currency) - (read?.decimals ?? 0);
  return read === undefined || missing < 0 ? undefined : read.value * 10n ** BigInt(missing);
}
