/** The maximum size of a partner's answer, before and after inflating. */
export const REPLY_BYTES_MAX = 256 * 1024;

export const TOO_LARGE = `the answer has more than ${REPLY_BYTES_MAX} bytes`;

const CAPACITY_MIN = 4096;
const NOTHING = new Uint8Array(0);

/** Collects a body that arrives in pieces, in one buffer that grows as needed. */
export class BodyBytes {
  #bytes: Uint8Array = NOTHING;
  #length = 0;

  /** Returns false if the body would exceed the maximum size. */
  add(piece: Uint8Array): boolean {
    const length = this.#length + piece.length;
    if (length > REPLY_BYTES_MAX) return false;
    if (length > this.#bytes.length) this.#grow(length);
    this.#bytes.set(piece, this.#length);
    this.#length = length;
    return true;
  }

  #grow(lengthMin: number): void {
    const capacity = Math.max(CAPACITY_MIN, this.#bytes.length * 2, lengthMin);
    const larger = new Uint8Array(Math.min(capacity, REPLY_BYTES_MAX));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  /** Returns the body and hands over its buffer. The next body starts with an empty one. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.clear();
    return taken;
  }

  clear(): void {
    this.#bytes = NOTHING;
    this.#length = 0;
  }
}
