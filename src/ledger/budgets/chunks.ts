const CHUNK_MAX = 256;

/**
 * Splits rows for statements that take many rows. The sizes are powers of two, so the database prepares and caches
 * only a few different statements.
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

/** `($1, cast($2 as bigint)), ($3, cast($4 as bigint))`: placeholders for rows of text and whole numbers. */
export function valuesOf(rows: readonly (readonly (string | number)[])[]): string {
  let position = 0;
  const placeholder = (value: string | number) => {
    position++;
    return typeof value === 'string' ? `$${position}` : `cast($${position} as bigint)`;
  };
  return rows.map((row) => `(${row.map(placeholder).join(', ')})`).join(', ');
}
