/** Parsers for the values of command-line options. They throw a sentence that names the option. */

export function readPort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw misfit(name, 'an integer from 0 to 65535', text);
}

/** A share of all requests. */
export function readRate(name: string, text: string): number {
  const rate = readDecimal(text);
  if (rate !== undefined && rate <= 1) return rate;
  throw misfit(name, 'a number from 0 to 1', text);
}

export function readHttpUrl(name: string, text: string): string {
  const protocol = URL.parse(text)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return text.replace(/\/+$/, '');
  throw misfit(name, 'a URL that starts with http:// or https://', text);
}

export function readDomain(name: string, text: string): string {
  if (/^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(text)) return text;
  throw misfit(name, 'a domain like shop.example', text);
}

/** `2` or `0.5-4`. */
export function readNumberOrRange(
  name: string,
  text: string,
): number | { readonly min: number; readonly max: number } {
  const value = readDecimal(text);
  if (value !== undefined) return value;
  const [min, max] = readPair(text, '-') ?? [];
  if (min !== undefined && max !== undefined) return { min, max };
  throw misfit(name, 'a number like 2, or a range like 0.5-4', text);
}

/** A range: two numbers, the second not below the first. */
export function readPair(text: string, separator: string): readonly [number, number] | undefined {
  const [first = '', second = '', ...others] = text.split(separator);
  const [low, high] = [readDecimal(first), readDecimal(second)];
  if (low === undefined || high === undefined || others.length > 0) return undefined;
  return low <= high ? [low, high] : undefined;
}

export function misfit(name: string, expected: string, text: string): Error {
  return new Error(`--${name}: expected ${expected}, but got "${text}"`);
}

function readDecimal(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}
