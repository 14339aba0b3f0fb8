import { decimalText, dividedHalfUp, readDecimal } from '../../lib/decimal.ts';
import { NANO_DECIMALS } from '../../lib/money.ts';

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
