/** `<writer>-<number>.log`: what a journal's files are called. */
const NAME = /^(.+)-(\d{1,9})\.log$/;

export type SegmentName = {
  readonly segment: string;
  readonly writer: string;
  readonly number: number;
};

export function segmentName(writer: string, number: number): string {
  return `${writer}-${number}.log`;
}

/** Undefined for files that are no segments. */
export function readSegmentName(segment: string): SegmentName | undefined {
  const [, writer, number] = NAME.exec(segment) ?? [];
  return writer === undefined ? undefined : { segment, writer, number: Number(number) };
}
