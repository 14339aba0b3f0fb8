import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { DAY_MS } from '../../lib/day.ts';
import { PARLEY } from '../../lib/own-command.ts';
import { preview } from '../../lib/preview.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { findFault } from '../../lib/schema-fault.ts';
import shipped from './reference-rates.json' with { type: 'json' };

/** The reference rates of a central bank, of one day: what a euro is worth in other currencies. */

/** Twice as many as there are; the bank publishes about thirty. */
const CURRENCIES_MAX = 300;
const SOURCE_LENGTH_MAX = 500;

/** As the config bounds its own rates. */
const UNITS_MIN = 0.000001;
const UNITS_MAX = 1_000_000;

const ReferenceRatesSchema = Type.Object(
  {
    /** Who has published the rates, and how they got here. */
    source: Type.String({ minLength: 1, maxLength: SOURCE_LENGTH_MAX }),
    date: Type.Refine(
      Type.String(),
      isDate,
      (text) => `expected the day of the rates, like 2026-10-30, but got ${preview(text)}`,
    ),
    perEuro: Type.Refine(
      Type.Record(
        Type.String({ pattern: '^[A-Z]{3}$' }),
        Type.Number({ minimum: UNITS_MIN, maximum: UNITS_MAX }),
        { additionalProperties: false, maxProperties: CURRENCIES_MAX },
      ),
      (perEuro) => Object.hasOwn(perEuro, 'USD') && !Object.hasOwn(perEuro, 'EUR'),
      () => 'expected USD among the currencies, and not EUR, since each rate is of one euro',
    ),
  },
  { additionalProperties: false },
);

export type ReferenceRates = DeepReadonly<Static<typeof ReferenceRatesSchema>>;

function isDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

/** What one unit of each currency is worth in USD, as the config has it. */
export function usdRatesOf({ perEuro }: ReferenceRates): Readonly<Record<string, number>> {
  const { USD: usdPerEuro = Number.NaN, ...others } = perEuro;
  const rates = Object.entries(others).map(([code, units]) => [code, usdPerEuro / units] as const);
  return Object.fromEntries([['EUR', usdPerEuro], ...rates]);
}

/** A sentence says why the text of a file is none. */
export function parseReferenceRates(text: string): ReferenceRates | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'expected JSON';
  }
  const fault = findFault(ReferenceRatesSchema, value);
  if (fault === undefined) return value as ReferenceRates;
  return fault.path === '' ? fault.reason : `${fault.path}: ${fault.reason}`;
}

const FILE = 'reference-rates.json';
/** Of the file in the data folder. The one that ships has about 1 KB. */
const FILE_BYTES_MAX = 64 * 1024;

/** The newer of what ships with Parley and what `parley rates` has put into the data folder; or what is wrong there. */
export function readReferenceRates(dataDir: string): ReferenceRates | { readonly fault: string } {
  const file = join(dataDir, FILE);
  const broken = (reason: string) => ({
    fault: `${file}: ${reason}; delete it, and run ${PARLEY} rates`,
  });
  let text: string | undefined;
  try {
    if (statSync(file).size > FILE_BYTES_MAX) {
      return broken(`expected at most ${FILE_BYTES_MAX} bytes`);
    }
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') return { fault: `${file} cannot be read: ${message}` };
  }
  if (text === undefined) return shipped;
  const own = parseReferenceRates(text);
  if (typeof own === 'string') return broken(own);
  return own.date < shipped.date ? shipped : own;
}

/** A server that reads it meanwhile has the rates from before or these. Returns the file. */
export function writeReferenceRates(dataDir: string, rates: ReferenceRates): string {
  const file = join(dataDir, FILE);
  mkdirSync(dataDir, { recursive: true });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(rates, null, 2)}\n`);
  renameSync(next, file);
  return file;
}

/** The bank publishes on working days; between Christmas and New Year, and at Easter, five days are usual. */
export const RATES_AGE_DAYS_MAX = 7;

/** Since when the rates are, where that is too long ago; undefined: they are new enough. */
export function oldRatesDays(date: string | undefined, nowMs: number): number | undefined {
  if (date === undefined) return undefined;
  const days = Math.floor((nowMs - Date.parse(`${date}T00:00:00Z`)) / DAY_MS);
  return days > RATES_AGE_DAYS_MAX ? days : undefined;
}
