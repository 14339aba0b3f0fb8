/** `<journal>-<number>.log`: the name of a segment of a journal. */
const NAME = /^(.+)-(\d{1,9})\.log$/;

export type SegmentName = {
  readonly segment: string;
  readonly journal: string;
  readonly number: number;
};

export function segmentName(journal: string, number: number): string {
  return `${journal}-${number}.log`;
}

/** undefined for files that are not segments. */
export function readSegmentName(segment: string): SegmentName | undefined {
  const [, journal, number] = NAME.exec(segment) ?? [];
  return journal === undefined ? undefined : { segment, journal, number: Number(number) };
}
