/** `<writer>-<number>.log`: the name of a segment of a journal. */
const NAME = /^(.+)-(\d{1,9})\.log$/;

export type SegmentName = {
  readonly segment: string;
  readonly writer: string;
  readonly number: number;
};

export function segmentName(writer: string, number: number): string {
  return `${writer}-${number}.log`;
}

/** undefined for files that are not segments. */
export function readSegmentName(segment: string): SegmentName | undefined {
  const [, writer, number] = NAME.exec(segment) ?? [];
  return writer === undefined ? undefined : { segment, writer, number: Number(number) };
}
