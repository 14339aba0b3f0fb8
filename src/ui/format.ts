import { usdWords } from '../lib/money.ts';

export function count(value: number): string {
  return value.toLocaleString();
}

export const usd = (value: number) => usdWords(value);

/** For columns of amounts, which all have two decimals so that they can be compared. */
export function cents(value: number): string {
  if (value < 0) return value > -0.005 ? '>-$0.01' : `-${cents(-value)}`;
  if (value > 0 && value < 0.005) return '<$0.01';
  return `$${value.toLocaleString(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

const MS_MIN = 0.05;

export function ms(value: number | null): string {
  if (value === null) return '–';
  if (value > 0 && value < MS_MIN) return '<0.1 ms';
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

/** `12 %`, or a dash if the whole is zero. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

/** Formats a share from 0 to 1. */
export function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}

/** What begins with an address, a domain, an id or the name of a field keeps it as it is. */
const BEGINS_WITH_WORD = /^\p{Ll}[\p{L}'’-]*[,;:.!?)…]*(?:\s|$)/u;

export function capitalized(text: string): string {
  if (!BEGINS_WITH_WORD.test(text)) return text;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A reason of the server as a sentence. */
export function sentence(reason: string): string {
  const first = capitalized(reason);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
