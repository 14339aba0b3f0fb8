/** Something that `GET` can find. */
export type Document = {
  readonly body: string;
  readonly contentType: string;
  /** How long clients may keep it. */
  readonly maxAgeSec: number;
};
