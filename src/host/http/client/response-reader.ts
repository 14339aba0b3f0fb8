import { BodyBytes, REPLY_BYTES_MAX, tooLarge, type WholeResponse } from './response-body.ts';
import {
  addHeader,
  framingOf,
  keptHeader,
  LineReader,
  NAMELESS_HEADER,
  nameLength,
  type ResponseFault,
  type ResponseHead,
  readStatusLine,
} from './response-head.ts';

const CHUNK_LINE_BYTES_MAX = 256;
/** A chunk size, with an extension that is ignored. */
const CHUNK_SIZE = /^([\dA-Fa-f]{1,8})[\t ]*(?:;.*)?$/;

const NO_BODY = new Uint8Array(0);

type ReaderState =
  | 'status-line'
  | 'header'
  | 'chunk-size'
  | 'chunk-end'
  | 'trailer'
  | 'counted-body'
  | 'chunk'
  | 'body-until-close'
  | 'done';

export type ReplyOptions = {
  /** The maximum size of a body; `REPLY_BYTES_MAX` unless given. */
  readonly replyBytesMax?: number;
  /** The names, in lower case, of headers that the caller wants to see. Partners' are never looked at. */
  readonly keptHeaders?: ReadonlySet<string>;
  /** `start`: the first bytes of the body as they are, and of a longer one as many as its maximum size. */
  readonly body?: 'text' | 'start';
};

/** Reads one HTTP/1 answer from bytes in any number of pieces. It is strict: an ambiguous answer is a fault. */
export class ResponseReader {
  #state: ReaderState = 'status-line';
  /** Whether any byte of an answer has arrived. */
  hasStarted = false;
  #head: ResponseHead | undefined;
  #headBytesLeft = 0;
  /** The bytes of the body, or of the chunk, that have not arrived yet. */
  #bytesLeft = 0;
  readonly #lines = new LineReader();
  readonly #bytesMax: number;
  readonly #body: BodyBytes;
  readonly #keptNames: ReadonlySet<string> | undefined;
  /** Whether the rest of a body that is too large is left out. */
  readonly #cuts: boolean;
  #kept = new Map<string, string>();
  #fault: ResponseFault | undefined;
  #response: WholeResponse | undefined;

  constructor({ replyBytesMax = REPLY_BYTES_MAX, keptHeaders, body }: ReplyOptions = {}) {
    this.#cuts = body === 'start';
    this.#bytesMax = replyBytesMax;
    this.#body = new BodyBytes(replyBytesMax);
    this.#keptNames = keptHeaders;
  }

  /** Prepares for the next answer. */
  reset(): void {
    this.#state = 'status-line';
    this.hasStarted = false;
    this.#head = undefined;
    this.#headBytesLeft = 0;
    this.#bytesLeft = 0;
    this.#lines.reset();
    this.#body.clear();
    if (this.#keptNames !== undefined) this.#kept = new Map();
    this.#fault = undefined;
    this.#response = undefined;
  }

  /** Returns undefined while the answer is incomplete. */
  push(bytes: Buffer): WholeResponse | ResponseFault | undefined {
    this.hasStarted ||= bytes.length > 0;
    let at = 0;
    while (at < bytes.length && this.#fault === undefined) {
      at = this.#read(bytes, at);
    }
    return this.#fault ?? this.#response;
  }

  /** Called when the partner has closed the connection without an error. */
  end(): WholeResponse | ResponseFault {
    if (this.#state === 'body-until-close' && this.#fault === undefined) {
      this.#finish(this.#body.take());
    }
    return this.#response ?? this.#fail('the connection ended before the answer did');
  }

  /** Reads one line or one piece of the body. Returns the position of the first unread byte. */
  #read(bytes: Buffer, from: number): number {
    switch (this.#state) {
      case 'counted-body':
      case 'chunk':
        return this.#readCounted(bytes, from);
      case 'body-until-close':
        this.#addToBody(bytes.subarray(from));
        return bytes.length;
      case 'done':
        this.#fail('the answer goes on after its end');
        return bytes.length;
      default: {
        const next = this.#lines.read(bytes, from);
        const { fault, line } = this.#lines;
        if (fault !== undefined) this.#fail(fault);
        else if (line !== undefined) this.#takeLine(line);
        return next;
      }
    }
  }

  #takeLine(line: string): void {
    switch (this.#state) {
      case 'status-line':
        this.#takeStatusLine(line);
        return;
      case 'header': {
        const fault = line === '' ? this.#endHead() : this.#addHeader(line);
        if (fault !== undefined) this.#fail(fault);
        return;
      }
      case 'chunk-size':
        this.#takeChunkSize(line);
        return;
      case 'chunk-end':
        this.#expectChunk();
        if (line !== '') this.#fail('the answer has a chunk that is longer than it says');
        return;
      case 'trailer':
        if (line === '') this.#finish(this.#body.take());
        else if (nameLength(line) === 0) this.#fail(NAMELESS_HEADER);
        return;
    }
  }

  #takeStatusLine(line: string): void {
    this.#head = readStatusLine(line);
    if (this.#head === undefined) this.#fail('the answer is not HTTP/1');
    else if (this.#head.status === 101) this.#fail('the answer changes the protocol');
    else this.#state = 'header';
  }

  #addHeader(line: string): string | undefined {
    const fault = addHeader(this.#knownHead(), line);
    if (this.#keptNames === undefined || fault !== undefined) return fault;
    const [name, value] = keptHeader(line, this.#keptNames) ?? [];
    if (name === undefined || value === undefined) return undefined;
    if (this.#kept.has(name)) return `the answer has two headers ${name}`;
    this.#kept.set(name, value);
    return undefined;
  }

  /** Returns the fault of the head, if it has one. */
  #endHead(): string | undefined {
    const head = this.#knownHead();
    const framing = framingOf(head);
    if (typeof framing === 'object') return framing.fault;
    if (head.status < 200) {
      this.#kept.clear();
      this.#state = 'status-line';
    } else if (framing === 'chunked') {
      this.#headBytesLeft = this.#lines.bytesLeft;
      this.#expectChunk();
    } else if (framing === 'until-close') {
      this.#state = 'body-until-close';
    } else if (framing > this.#bytesMax && !this.#cuts) {
      return tooLarge(this.#bytesMax);
    } else if (framing === 0) {
      this.#finish(NO_BODY);
    } else {
      this.#bytesLeft = framing;
      this.#state = 'counted-body';
    }
    return undefined;
  }

  #expectChunk(): void {
    this.#state = 'chunk-size';
    this.#lines.bytesLeft = CHUNK_LINE_BYTES_MAX;
  }

  #takeChunkSize(line: string): void {
    const size = CHUNK_SIZE.exec(line)?.[1];
    if (size === undefined) {
      this.#fail('the answer has a chunk size that is no number');
      return;
    }
    this.#bytesLeft = Number.parseInt(size, 16);
    if (this.#bytesLeft > this.#bytesMax && !this.#cuts) {
      this.#fail(tooLarge(this.#bytesMax));
    } else if (this.#bytesLeft > 0) {
      this.#state = 'chunk';
    } else {
      this.#state = 'trailer';
      this.#lines.bytesLeft = this.#headBytesLeft;
    }
  }

  /** Reads a piece of a body, or of a chunk, whose length is known. */
  #readCounted(bytes: Buffer, from: number): number {
    const end = Math.min(bytes.length, from + this.#bytesLeft);
    const piece = bytes.subarray(from, end);
    this.#bytesLeft -= piece.length;
    // The usual case: the whole body arrives at once and needs no copy.
    if (piece.length === this.#knownHead().length && piece.length <= this.#bytesMax) {
      this.#finish(piece);
    } else if (!this.#addToBody(piece)) return bytes.length;
    else if (this.#bytesLeft > 0) return end;
    else if (this.#state === 'chunk') this.#state = 'chunk-end';
    else this.#finish(this.#body.take());
    return end;
  }

  /** Returns false where nothing of the answer is read any more: it is too large. */
  #addToBody(piece: Uint8Array): boolean {
    if (this.#body.add(piece)) return true;
    if (this.#cuts) {
      this.#body.add(piece.subarray(0, this.#body.bytesLeft));
      this.#finish(this.#body.take(), 'cut');
    } else {
      this.#fail(tooLarge(this.#bytesMax));
    }
    return false;
  }

  #finish(body: Uint8Array, end: 'reached' | 'cut' = 'reached'): void {
    const { status, coding, isLast } = this.#knownHead();
    this.#state = 'done';
    const whole = { status, coding, body, isReusable: !isLast && end === 'reached' };
    this.#response = this.#keptNames === undefined ? whole : { ...whole, headers: this.#kept };
  }

  /** Keeps the first fault. */
  #fail(fault: string): ResponseFault {
    this.#fault ??= { fault };
    this.#response = undefined;
    this.#body.clear();
    return this.#fault;
  }

  #knownHead(): ResponseHead {
    if (this.#head === undefined) throw new Error('the head comes first');
    return this.#head;
  }
}
