/** Rows of the shared memory by name. Whoever has one keeps it as long as the machine runs. */
export type Rows = ReturnType<typeof createRows>;

export function createRows(max: number) {
  const rows = new Map<string, number>();
  return {
    of: (name: string) => rows.get(name),
    /** undefined: all are taken. */
    take(name: string): number | undefined {
      const known = rows.get(name);
      if (known !== undefined || rows.size >= max) return known;
      rows.set(name, rows.size);
      return rows.size - 1;
    },
  };
}
