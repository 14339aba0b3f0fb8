const CR = 13;
const LF = 10;
const TAB = 9;
const SPACE = 32;
const DEL = 127;

/** Splits bytes into lines. A line ends with CR LF and contains no control character except the tab. */
export class LineReader {
  /** The line that the last `read` completed. */
  line: string | undefined;
  fault: string | undefined;
  /** The bytes that the remaining lines may have, line ends included. */
  bytesLeft = 0;
  /** The part of the current line that has arrived. */
  #text = '';
  #hasCr = false;

  reset(bytesMax: number): void {
    this.line = undefined;
    this.fault = undefined;
    this.bytesLeft = bytesMax;
    this.#text = '';
    this.#hasCr = false;
  }

  /** Reads to the end of the line or of the bytes. Returns the position of the first unread byte. */
  read(bytes: Buffer, from: number): number {
    this.line = undefined;
    const end = Math.min(bytes.length, from + this.bytesLeft);
    let at = from;
    if (!this.#hasCr) {
      while (at < end && isText(bytes[at] as number)) at++;
      this.#hasCr = at < end && bytes[at] === CR;
      if (!this.#hasCr && at < end) return this.#fail('the answer’s head has a control character');
      if (at > from) this.#take(bytes, from, at);
      if (this.#hasCr) at++;
    }
    if (this.#hasCr && at < end) {
      if (bytes[at] !== LF) return this.#fail('the answer’s head has a CR without LF');
      at++;
      this.line = this.#text;
      this.#text = '';
      this.#hasCr = false;
    }
    this.bytesLeft -= at - from;
    if (this.bytesLeft === 0) return this.#fail('the answer’s head is too long');
    return at;
  }

  #take(bytes: Buffer, from: number, to: number): void {
    const text = bytes.toString('latin1', from, to);
    this.#text = this.#text === '' ? text : this.#text + text;
  }

  /** The returned position is past every byte, so that the caller reads no further. */
  #fail(fault: string): number {
    this.line = undefined;
    this.fault = fault;
    return Number.POSITIVE_INFINITY;
  }
}

function isText(byte: number): boolean {
  return byte >= SPACE ? byte !== DEL : byte === TAB;
}
