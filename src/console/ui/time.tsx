/** A time in the operator's time zone, with UTC in the tooltip. */
export function Time({ iso }: { readonly iso: string }) {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  const text = isToday ? date.toLocaleTimeString() : date.toLocaleString();
  return (
    <time dateTime={iso} title={`${iso.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`}>
      {text}
    </time>
  );
}
