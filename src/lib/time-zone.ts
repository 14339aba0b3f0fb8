import { DAY_MS } from './day.ts';

export const UTC = 'UTC';

const MINUTE_MS = 60_000;

/** From this moment on the zone is this far ahead of UTC. */
type Offset = { readonly sinceMs: number; readonly offsetMs: number };

/** What is wrong with a name that is none. */
export function expectedZone(given: string): string {
  return `expected a time zone like UTC or Europe/Berlin, but got "${given}"`;
}

export function isTimeZone(name: string): boolean {
  try {
    return name === UTC || formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** As the time zone database writes it: `europe/berlin` and `+01:00` are none. */
export function isZoneName(text: string): boolean {
  return (
    /^[A-Za-z]/.test(text) &&
    isTimeZone(text) &&
    (text === UTC || formatOf(text).resolvedOptions().timeZone === text)
  );
}

/** Swedes write `2026-11-15 09:30:00`. */
const ISO_LOCALE = 'sv-SE';

/** Making one takes longer than using it. The names of time zones are few. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 600;

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(ISO_LOCALE, {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  if (formats.size < FORMATS_MAX) formats.set(zone, format);
  return format;
}

/** The date and the clock time, as people of a time zone read them. */
export function wallTime(zone: string, ms: number) {
  if (zone === UTC) {
    const iso = new Date(ms).toISOString();
    return { date: iso.slice(0, 10), clock: iso.slice(11, 19) };
  }
  const [date = '', clock = ''] = formatOf(zone).format(ms).split(' ');
  return { date, clock };
}

/** How far the zone is ahead of UTC at that moment. */
export function offsetMs(zone: string, ms: number): number {
  if (zone === UTC) return 0;
  const { date, clock } = wallTime(zone, ms);
  return Date.parse(`${date}T${clock}Z`) - Math.floor(ms / 1000) * 1000;
}

/**
 * The moment at which a day like `2026-11-15` begins in the zone. One that its clocks skip, as Samoa's on 30 December 2011,
 * begins and ends with the next.
 */
export function dayStartMs(zone: string, day: string): number {
  const asUtcMs = Date.parse(day);
  // The offset at midnight is that of one of these moments.
  const candidates = [-DAY_MS, 0, DAY_MS]
    .map((shift) => asUtcMs - offsetMs(zone, asUtcMs + shift))
    .sort((a, b) => a - b);
  return candidates.find((ms) => wallTime(zone, ms).date >= day) ?? asUtcMs;
}

/** A moment as ISO text with the offset of the zone: `2026-11-15T00:00:00+01:00`. */
export function zonedText(zone: string, ms: number): string {
  if (zone === UTC) return new Date(ms).toISOString();
  const { date, clock } = wallTime(zone, ms);
  const minutes = Math.round(offsetMs(zone, ms) / MINUTE_MS);
  const two = (value: number) => String(value).padStart(2, '0');
  const size = `${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${date}T${clock}${minutes < 0 ? '-' : '+'}${size}`;
}

const WEEK_MS = 7 * DAY_MS;
/** Fifty years: longer than any ledger. */
const WEEKS_MAX = 2600;

/** The offsets of the zone in a time range, the first one from its start on. */
export function offsetsOf(zone: string, fromMs: number, toMs: number): readonly Offset[] {
  const offsets: Offset[] = [{ sinceMs: fromMs, offsetMs: offsetMs(zone, fromMs) }];
  if (zone === UTC) return offsets;
  // No zone changes its clocks twice within a week.
  const firstMs = Math.max(fromMs, toMs - WEEKS_MAX * WEEK_MS);
  for (let ms = firstMs; ms < toMs; ms += WEEK_MS) {
    const untilMs = Math.min(ms + WEEK_MS, toMs);
    const after = offsetMs(zone, untilMs);
    if (after === offsets.at(-1)?.offsetMs) continue;
    offsets.push({ sinceMs: changeAt(zone, ms, untilMs), offsetMs: after });
  }
  return offsets;
}

/** The minute at which the offset changes. */
function changeAt(zone: string, fromMs: number, untilMs: number): number {
  const after = offsetMs(zone, untilMs);
  let [before, changed] = [fromMs, untilMs];
  while (changed - before > MINUTE_MS) {
    const middle = Math.floor((before + changed) / 2 / MINUTE_MS) * MINUTE_MS;
    if (middle <= before) break;
    if (offsetMs(zone, middle) === after) changed = middle;
    else before = middle;
  }
  return Math.ceil(changed / MINUTE_MS) * MINUTE_MS;
}
