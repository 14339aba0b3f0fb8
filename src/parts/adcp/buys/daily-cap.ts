import { dayOf } from '../../../lib/day.ts';
import { dateOf } from '../../../lib/local-day.ts';
import { fromMicros, toMicros } from '../../../lib/money.ts';
import type { BuyPackage, MediaBuy } from '../records/buy-record.ts';
import { flightOf } from './flight-of-package.ts';

/** The most that a package can spend on each of some days of UTC, by their numbers; the last one counts. */
export type SpendExposure = {
  readonly fromDay: number;
  readonly toDay: number;
  readonly micros: number;
};

type ExposedBuy = Pick<MediaBuy, 'state' | 'definition'>;

/** What the packages of a buy can spend from today on. What was lowered or canceled today counts today as it was. */
export function exposuresOf(buy: ExposedBuy, nowMs: number): readonly SpendExposure[] {
  return buy.definition.packages.flatMap((line) => packageExposures(buy, line, nowMs));
}

export function packageExposures(
  buy: ExposedBuy,
  line: BuyPackage,
  nowMs: number,
): readonly SpendExposure[] {
  const today = dayOf(nowMs);
  const coming = comingExposure(buy, line, nowMs);
  const nowMicros = coming !== undefined && coming.fromDay === today ? coming.micros : 0;
  const { day, usd } = line.dayExposure;
  const beforeMicros = day === dateOf(today) ? toMicros(usd) : 0;
  return [
    ...(coming === undefined ? [] : [coming]),
    ...(beforeMicros > nowMicros
      ? [{ fromDay: today, toDay: today, micros: beforeMicros - nowMicros }]
      : []),
  ];
}

/**
 * As the package is now, whatever it was today. A pause does not count: it ends without a check. One that has ended today
 * may have spent all that it could.
 */
function comingExposure(
  { state, definition }: ExposedBuy,
  line: BuyPackage,
  nowMs: number,
): SpendExposure | undefined {
  const { startMs, endMs } = flightOf(definition, line);
  const toDay = dayOf(endMs - 1);
  if (state !== 'open' || line.canceled !== undefined || toDay < dayOf(nowMs)) return undefined;
  const fromDay = dayOf(Math.max(startMs, nowMs));
  const micros = toMicros(Math.min(line.dailyCapUsd ?? line.budgetUsd, line.budgetUsd));
  return { fromDay, toDay: Math.max(fromDay, toDay), micros };
}

/** The package as it is kept: with the most that it could spend today, before this change or after it. */
export function withDayExposure(buy: ExposedBuy, line: BuyPackage, nowMs: number): BuyPackage {
  const today = dayOf(nowMs);
  const micros = sumOn(packageExposures(buy, line, nowMs), today);
  return { ...line, dayExposure: { day: dateOf(today), usd: fromMicros(micros) } };
}

/** In micros. */
export function sumOn(exposures: readonly SpendExposure[], day: number): number {
  let sum = 0;
  for (const { fromDay, toDay, micros } of exposures) {
    if (fromDay <= day && day <= toDay) sum += micros;
  }
  return sum;
}

type CapChange = {
  /** Of everything else that the buyer has. */
  readonly others: readonly SpendExposure[];
  readonly before: readonly SpendExposure[];
  readonly after: readonly SpendExposure[];
};

/** The first day on which a change takes the buyer above its cap. A change that raises no day is always allowed. */
export function dayAboveCap(
  { others, before, after }: CapChange,
  capUsd: number,
): { readonly day: string; readonly usd: number } | undefined {
  const capMicros = toMicros(capUsd);
  const all = [...others, ...after];
  // A day is raised where something begins, or where something ended before the change and goes on after it.
  const begins = [...all, ...before].map(({ fromDay }) => fromDay);
  const ends = before.map(({ toDay }) => toDay + 1);
  const days = [...new Set([...begins, ...ends])].sort((a, b) => a - b);
  for (const day of days) {
    const sum = sumOn(all, day);
    if (sum > capMicros && sumOn(after, day) > sumOn(before, day)) {
      return { day: dateOf(day), usd: fromMicros(sum) };
    }
  }
  return undefined;
}
