const DAY_HOURS = 24;

type HourRange = { readonly from: number; readonly to: number };

/** The hours as one range, past midnight where it has to be. undefined: they have a gap, or there are none. */
export function contiguousHours(hours: ReadonlySet<number>): HourRange | 'all' | undefined {
  if (hours.size >= DAY_HOURS) return 'all';
  const starts = [...hours].filter((hour) => !hours.has((hour + DAY_HOURS - 1) % DAY_HOURS));
  const [from, ...others] = starts;
  if (from === undefined || others.length > 0) return undefined;
  const end = from + hours.size;
  return { from, to: end > DAY_HOURS ? end - DAY_HOURS : end };
}

/** The hours of a range, as a condition of a campaign has them. */
export function hoursOf({ from, to }: HourRange): ReadonlySet<number> {
  const count = (to - from + DAY_HOURS) % DAY_HOURS || DAY_HOURS;
  return new Set(Array.from({ length: count }, (_, index) => (from + index) % DAY_HOURS));
}
