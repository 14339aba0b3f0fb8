import { dateTimeWords, timeWords, useZone } from './zone.ts';

/** A time in the chosen time zone, with the date if it is not today. */
export function Time({ iso }: { readonly iso: string }) {
  const zone = useZone();
  const ms = Date.parse(iso);
  return (
    <time dateTime={iso} title={dateTimeWords(ms, zone)}>
      {timeWords(ms, zone, Date.now())}
    </time>
  );
}
