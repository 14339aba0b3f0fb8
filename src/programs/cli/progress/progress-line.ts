/** What a work does now. */
export type Stage = {
  readonly doing: string;
  readonly done?: number | undefined;
  readonly total?: number | undefined;
};

const count = (value: number) => value.toLocaleString('en-US');

/** One line that is not wider than the terminal: the last column stays free, where some terminals would wrap. */
export function progressLine(
  { doing, done, total }: Stage,
  tookMs: number,
  columns: number,
): string {
  const seconds = `${Math.floor(tookMs / 1000)} s`;
  const figures =
    done === undefined
      ? seconds
      : `${count(done)}${total === undefined ? '' : ` of ${count(total)}`}, ${seconds}`;
  const line = `${doing}: ${figures}`;
  const width = columns - 1;
  // What changes tells more than what it is about, which whoever gave the command knows.
  return line.length <= width ? line : figures.slice(0, width);
}
