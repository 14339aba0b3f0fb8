/** How many steps an axis has at most. */
const STEPS_MAX = 5;
const STEPS = [1, 2, 2.5, 5, 10];

/** The values at the lines of an axis from 0 to at least `top`, at round and even distances. */
export function axisTicks(top: number, isWhole: boolean): readonly number[] {
  const rough = Math.max(top, Number.MIN_VALUE) / STEPS_MAX;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fits = (step: number) => step * power >= rough * (1 - 1e-9);
  const found = (STEPS.find((step) => fits(step)) ?? 10) * power;
  const step = isWhole ? Math.max(1, Math.ceil(found)) : found;
  const count = Math.max(1, Math.ceil(top / step - 1e-9));
  // Multiples of 0.1 have no exact value, and would be written with many digits.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The decimals that tell all ticks apart. */
export function tickDecimals(ticks: readonly number[]): number {
  const decimals = ticks.map((tick) => String(tick).split('.')[1]?.length ?? 0);
  return Math.min(6, Math.max(0, ...decimals));
}

const LETTER_PX = 7;
const SIDE_PX = 14;
const WIDTH_PX_MIN = 40;

/** The room that the longest label needs. */
export function labelsWidthPx(labels: readonly string[]): number {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  return Math.max(WIDTH_PX_MIN, longest * LETTER_PX + SIDE_PX);
}
