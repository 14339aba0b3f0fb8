import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { UTC, wallTime } from '../lib/time-zone.ts';
import { readStored, writeStored } from './stored.ts';

/** The time zone of all times in the console, as an IANA name. */
export const Zone = createContext(UTC);

export function useZone(): string {
  return useContext(Zone);
}

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const STORED_AS = 'parley-zone';
const OWN = 'browser';

/** The stored choice, UTC or the browser's time zone. */
export function storedZone(): string {
  return readStored('localStorage', STORED_AS) === OWN ? browserZone() : UTC;
}

export function storeZone(zone: string): void {
  writeStored('localStorage', STORED_AS, zone === UTC ? UTC : OWN);
}

/** `15:51:46 UTC`, with the date if it is another day than `nowMs`. */
export function timeWords(ms: number, zone: string, nowMs: number): string {
  const { date, clock } = wallTime(zone, ms);
  const isToday = date === wallTime(zone, nowMs).date;
  return `${isToday ? '' : `${date} `}${clock} ${zoneWords(zone, ms)}`;
}

/** `15:51 UTC`, for what is known to the minute; with the date if it is another day than `nowMs`. */
export function minuteWords(ms: number, zone: string, nowMs: number): string {
  return timeWords(ms, zone, nowMs).replace(/(\d\d:\d\d):\d\d/, '$1');
}

/** `2026-11-15 15:51 UTC` */
export function dateTimeWords(ms: number, zone: string): string {
  const { date, clock } = wallTime(zone, ms);
  return `${date} ${clock.slice(0, 5)} ${zoneWords(zone, ms)}`;
}

/** The short name of a zone at a moment: `UTC`, `CET`, `GMT+5:30`. */
function zoneWords(zone: string, ms: number): string {
  if (zone === UTC) return UTC;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' });
  return format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** A time in the chosen time zone, with the date if it is not today. A record of the config has none. */
export function Time({ iso }: { readonly iso: string | null }) {
  const zone = useZone();
  if (iso === null) return <span class="muted">–</span>;
  const ms = Date.parse(iso);
  return (
    <time dateTime={iso} title={dateTimeWords(ms, zone)}>
      {timeWords(ms, zone, Date.now())}
    </time>
  );
}

const ISO_TIME = /\b(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** A text of the server, with the times in it as everywhere. */
export function WithTimes({ text }: { readonly text: string }) {
  // Behind each piece of text is a time.
  return text
    .split(ISO_TIME)
    .map((piece, index) => (index % 2 === 0 ? piece : <Time iso={piece} key={index} />));
}
