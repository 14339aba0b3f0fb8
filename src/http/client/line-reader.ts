const CR = 13;
const LF = 10;
const TAB = 9;
const SPACE = 32;
const DEL = 127;

/** Cuts bytes into lines that end with CR LF and have no other control character than the tab. */
export class LineReader {
  /** The line that the last `read` came to the end of. */
  line: string | undefined;
  fault: string | undefined;
  /** What the lines to come may have, ends included. */
  bytesLeft = 0;
  /** The part of a line that came before the bytes at hand. */
  #start = '';
  #hasCr = false;

  reset(bytesMax: number): void {
    this.line = undefined;
    this.fault = undefined;
    this.bytesLeft = bytesMax;
    this.#start = '';
    this.#hasCr = false;
  }

  /** Reads to the end of a line or of the bytes; returns where to go on. */
  read(bytes: Buffer, from: number): number {
    this.line = undefined;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (this.#hasCr) return this.#endLine(bytes, from, at);
      if (byte === CR) {
        this.#hasCr = true;
      } else if ((byte < SPACE && byte !== TAB) || byte === DEL) {
        this.fault = 'the answer’s head has a control character';
        return at;
      }
      if (--this.bytesLeft < 1) {
        this.fault = 'the answer’s head is too long';
        return at;
      }
    }
    this.#start += bytes.toString('latin1', from, this.#hasCr ? bytes.length - 1 : bytes.length);
    return bytes.length;
  }

  #endLine(bytes: Buffer, from: number, at: number): number {
    if (bytes[at] !== LF) {
      this.fault = 'the answer’s head has a CR without LF';
      return at;
    }
    this.bytesLeft--;
    // The CR is the byte before, which may have come earlier.
    this.line = this.#start + bytes.toString('latin1', from, Math.max(from, at - 1));
    this.#start = '';
    this.#hasCr = false;
    return at + 1;
  }
}
