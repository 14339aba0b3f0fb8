/** The work of one request with its answers, as `measure-work.ts` prints it. */
export type WorkLine = {
  readonly name: string;
  readonly bytes: number;
  /** Items that were visited and characters that were read. */
  readonly work: number;
  readonly outcome: string;
};

/** A byte is read a few times on its way in, once by each kind of view and partner, and when the auction is recorded. */
const WORK_PER_BYTE_MAX = 25;

/** Of a request with hardly any bytes. */
const WORK_AT_LEAST = 20_000;

export function workMaxOf(bytes: number): number {
  return WORK_AT_LEAST + bytes * WORK_PER_BYTE_MAX;
}
