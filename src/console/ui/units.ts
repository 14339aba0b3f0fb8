import { axisTicks, tickDecimals } from './axis.ts';
import { count, ms, usd } from './format.ts';

/** The unit of a figure, which decides how it is written. */
export type Unit = 'count' | 'per-second' | 'ms' | 'usd' | 'percent';

export function valueWords(unit: Unit, value: number): string {
  switch (unit) {
    case 'count':
      return count(value);
    case 'per-second':
      return `${count(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))}/s`;
    case 'ms':
      return ms(value);
    case 'usd':
      return usd(value);
    case 'percent':
      return percentWords(value);
  }
}

/** Small shares, like click rates, keep two decimals. */
function percentWords(value: number): string {
  const percent = value * 100;
  return `${percent === 0 || percent >= 10 ? Math.round(percent) : percent.toFixed(2)} %`;
}

/** An axis reaches at least this value, so that a flat line does not fill it. */
const TOP_MIN: Readonly<Record<Unit, number>> = {
  count: 1,
  'per-second': 1,
  ms: 1,
  usd: 0.01,
  percent: 0.01,
};

/** Where there is nothing to see, two lines are enough. */
const IDLE_TOP: Readonly<Record<Unit, number>> = {
  count: 1,
  'per-second': 1,
  ms: 100,
  usd: 1,
  percent: 1,
};

/** The values at the lines of the axis. */
export function ticksOf(unit: Unit, top: number): readonly number[] {
  if (top <= 0) return [0, IDLE_TOP[unit]];
  const reach = Math.max(top, TOP_MIN[unit]);
  if (unit !== 'percent') return axisTicks(reach, unit === 'count');
  return axisTicks(reach * 100, false).map((tick) => tick / 100);
}

/** All labels of an axis have the same number of decimals. */
export function tickWords(unit: Unit, ticks: readonly number[]): readonly string[] {
  const values = unit === 'percent' ? ticks.map((tick) => tick * 100) : ticks;
  const needed = tickDecimals(values.map((value) => Number(value.toPrecision(12))));
  const decimals = unit === 'usd' && needed > 0 ? Math.max(2, needed) : needed;
  const [before, after] = AROUND[unit];
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return values.map((value) => `${before}${value.toLocaleString('en-US', digits)}${after}`);
}

const AROUND: Readonly<Record<Unit, readonly [string, string]>> = {
  count: ['', ''],
  'per-second': ['', '/s'],
  ms: ['', ' ms'],
  usd: ['$', ''],
  percent: ['', ' %'],
};
