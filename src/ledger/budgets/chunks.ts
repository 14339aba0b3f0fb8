const CHUNK_MAX = 256;

/**
 * Splits rows for statements that take many. The sizes are powers of two, so that there are only a few
 * different statements for the database to prepare and remember.
 */
export function chunksOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let at = 0; at < items.length; ) {
    let size = CHUNK_MAX;
    while (size > items.length - at) size /= 2;
    chunks.push(items.slice(at, at + size));
    at += size;
  }
  return chunks;
}

/** `($1, cast($2 as bigint)), ($3, cast($4 as bigint))`: for texts and whole numbers, row after row. */
export function valuesOf(rows: readonly (readonly (string | number)[])[]): string {
  let place = 0;
  const one = (value: string | number) => {
    place++;
    return typeof value === 'string' ? `$${place}` : `cast($${place} as bigint)`;
  };
  return rows.map((row) => `(${row.map(one).join(', ')})`).join(', ');
}
