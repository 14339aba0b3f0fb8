/** As the operator's clock shows it, with UTC one look away. */
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
