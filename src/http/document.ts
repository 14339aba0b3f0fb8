/** Something that `GET` can find. */
export type Document = {
  readonly body: string;
  /** The same body compressed, where it is large. */
  readonly gzipped?: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** How long clients may keep it. */
  readonly maxAgeSec: number;
};
