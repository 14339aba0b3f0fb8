import { count, ms, usd } from './format.ts';

/** How figures of a unit are written, and how far their axes reach. */
const UNITS = {
  count: { words: count, around: ['', ''], topMin: 1, idleTop: 1 },
  'per-second': { words: rateWords, around: ['', '/s'], topMin: 1, idleTop: 1 },
  ms: { words: ms, around: ['', ' ms'], topMin: 1, idleTop: 100 },
  usd: { words: usd, around: ['$', ''], topMin: 0.01, idleTop: 1 },
  percent: { words: percentWords, around: ['', ' %'], topMin: 0.01, idleTop: 1 },
} as const;

export type Unit = keyof typeof UNITS;

export function valueWords(unit: Unit, value: number): string {
  return UNITS[unit].words(value);
}

function rateWords(value: number): string {
  return `${count(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))}/s`;
}

/** Small shares, like click rates, keep two decimals. */
function percentWords(value: number): string {
  const percent = value * 100;
  return `${percent === 0 || percent >= 10 ? Math.round(percent) : percent.toFixed(2)} %`;
}

/** The values at the lines of the axis. */
export function ticksOf(unit: Unit, top: number): readonly number[] {
  const { topMin, idleTop } = UNITS[unit];
  // Where there is nothing to see, two lines are enough; a flat line must not fill the axis.
  if (top <= 0) return [0, idleTop];
  const reach = Math.max(top, topMin);
  if (unit !== 'percent') return axisTicks(reach, unit === 'count' ? 'whole' : 'any');
  return axisTicks(reach * 100, 'any').map((tick) => tick / 100);
}

/** All labels of an axis have the same number of decimals. */
export function tickWords(unit: Unit, ticks: readonly number[]): readonly string[] {
  const values = unit === 'percent' ? ticks.map((tick) => tick * 100) : ticks;
  const needed = tickDecimals(values.map((value) => Number(value.toPrecision(12))));
  const decimals = unit === 'usd' && needed > 0 ? Math.max(2, needed) : needed;
  const [before, after] = UNITS[unit].around;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return values.map((value) => `${before}${value.toLocaleString('en-US', digits)}${after}`);
}

/** How many steps an axis has at most. */
const STEPS_MAX = 5;
const STEPS = [1, 2, 2.5, 5, 10];

/** The values at the lines of an axis from 0 to at least `top`, at round and even distances. */
function axisTicks(top: number, numbers: 'whole' | 'any'): readonly number[] {
  const rough = Math.max(top, Number.MIN_VALUE) / STEPS_MAX;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fits = (step: number) => step * power >= rough * (1 - 1e-9);
  const found = (STEPS.find((step) => fits(step)) ?? 10) * power;
  const step = numbers === 'whole' ? Math.max(1, Math.ceil(found)) : found;
  const count = Math.max(1, Math.ceil(top / step - 1e-9));
  // Multiples of 0.1 have no exact value, and would be written with many digits.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The decimals that tell all ticks apart. */
function tickDecimals(ticks: readonly number[]): number {
  const decimals = ticks.map((tick) => String(tick).split('.')[1]?.length ?? 0);
  return Math.min(6, Math.max(0, ...decimals));
}
