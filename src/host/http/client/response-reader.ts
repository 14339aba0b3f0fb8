import {
  BodyBytes,
  REPLY_BYTES_MAX,
  type ReplyOptions,
  tooLarge,
  type WholeResponse,
} from './response-body.ts';

type ResponseFault = { readonly fault: string };

export const HEADERS_MAX = 100;
/** For status line, headers, interim answers (1xx) and trailers together. */
export const HEAD_BYTES_MAX = 16 * 1024;
const CHUNK_LINE_BYTES_MAX = 256;

/** A line, or the beginning of one. It has no control character except the tab, and ends with CR LF. */
const LINE = /^[\t\x20-\x7e\x80-\xff]*(?:\r\n?)?$/;
const END = '\r\n';
const LF = 10;
const STATUS_LINE = /^HTTP\/1\.[01] [1-5]\d\d(?: .*)?\r\n$/;
const MINOR_VERSION_AT = 7;
const STATUS_AT = 9;
/** A chunk size, with an extension that is ignored. */
const CHUNK_SIZE = /^([\dA-Fa-f]{1,8})[\t ]*(?:;.*)?\r\n$/;
/** Fits into a safe integer, and is far longer than any accepted body. */
const LENGTH = /^\d{1,15}$/;
/** HTTP programs disagree about other characters before the colon, above all about a space. */
const NAME_CHARACTERS = /[!#$%&'*+\-.^_`|~\dA-Za-z]/;
/** By character code, because every character of every header name is tested. */
const IS_NAME_CHARACTER: readonly boolean[] = Array.from({ length: 256 }, (_, code) =>
  NAME_CHARACTERS.test(String.fromCharCode(code)),
);
const COLON = 58;

const NAMELESS_HEADER = 'the answer has a header without a proper name';
const BODYLESS = 'the answer announces a body that its status does not allow';
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
  | 'done'
  | 'failed';

/** Reads one HTTP/1 answer from bytes in any number of pieces. It is strict: an ambiguous answer is a fault. */
export class ResponseReader {
  #state: ReaderState = 'status-line';
  /** Whether any byte of an answer has arrived. */
  hasStarted = false;
  /** The part of the current line that has arrived, and the bytes that it and the lines after it may have. */
  #line = '';
  #lineBytesLeft = HEAD_BYTES_MAX;
  #headBytesLeft = 0;

  #status = 0;
  #isHttp10 = false;
  #headerCount = 0;
  /** The declared length of the body. */
  #length: number | undefined;
  #isChunked = false;
  /** The partner closes the connection after this answer. */
  #isLast = false;
  #coding: string | undefined;
  #kept = new Map<string, string>();

  /** The bytes of the body, or of the chunk, that have not arrived yet. */
  #bytesLeft = 0;
  #result: WholeResponse | ResponseFault | undefined;
  readonly #body: BodyBytes;
  readonly #bytesMax: number;
  readonly #keptNames: ReadonlySet<string> | undefined;
  /** Whether the rest of a body that is too large is left out. */
  readonly #cuts: boolean;

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
    this.#line = '';
    this.#lineBytesLeft = HEAD_BYTES_MAX;
    this.#body.clear();
    this.#result = undefined;
  }

  /** Returns undefined while the answer is incomplete. */
  push(bytes: Buffer): WholeResponse | ResponseFault | undefined {
    this.hasStarted ||= bytes.length > 0;
    let at = 0;
    while (at < bytes.length && this.#state !== 'failed') at = this.#read(bytes, at);
    return this.#result;
  }

  /** Called when the partner has closed the connection without an error. */
  end(): WholeResponse | ResponseFault {
    if (this.#state === 'body-until-close') this.#finish(this.#body.take());
    return this.#result ?? this.#fail('the connection ended before the answer did');
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
      default:
        return this.#readLine(bytes, from);
    }
  }

  #readLine(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(LF, from) + 1 || bytes.length;
    // A line beyond the bound is not looked at.
    const text = bytes.toString('latin1', from, Math.min(end, from + this.#lineBytesLeft));
    const line = this.#line === '' ? text : this.#line + text;
    this.#lineBytesLeft -= end - from;
    if (!LINE.test(line)) this.#fail('the answer’s head has a control character');
    else if (this.#lineBytesLeft <= 0) this.#fail('the answer’s head is too long');
    else if (bytes[end - 1] === LF) {
      this.#line = '';
      const fault = this.#takeLine(line);
      if (fault !== undefined) this.#fail(fault);
    } else this.#line = line;
    return end;
  }

  /** Returns what is wrong with the line, or with the head that it ends. */
  #takeLine(line: string): string | undefined {
    switch (this.#state) {
      case 'status-line':
        return this.#takeStatusLine(line);
      case 'header':
        return line === END ? this.#endHead() : this.#takeHeader(line);
      case 'chunk-size':
        return this.#takeChunkSize(line);
      case 'chunk-end':
        this.#expectChunk();
        return line === END ? undefined : 'the answer has a chunk that is longer than it says';
      default:
        if (line !== END) return nameLength(line) === 0 ? NAMELESS_HEADER : undefined;
        this.#finish(this.#body.take());
        return undefined;
    }
  }

  #takeStatusLine(line: string): string | undefined {
    if (!STATUS_LINE.test(line)) return 'the answer is not HTTP/1';
    this.#status = Number(line.slice(STATUS_AT, STATUS_AT + 3));
    if (this.#status === 101) return 'the answer changes the protocol';
    this.#isHttp10 = line[MINOR_VERSION_AT] === '0';
    this.#headerCount = 0;
    this.#length = undefined;
    this.#isChunked = false;
    // In HTTP/1.0 a connection closes after one answer.
    this.#isLast = this.#isHttp10;
    this.#coding = undefined;
    // A new one: the caller has that of the answer before.
    if (this.#keptNames !== undefined) this.#kept = new Map();
    this.#state = 'header';
    return undefined;
  }

  #takeHeader(line: string): string | undefined {
    if (++this.#headerCount > HEADERS_MAX) return `the answer has more than ${HEADERS_MAX} headers`;
    const length = nameLength(line);
    if (length === 0) return NAMELESS_HEADER;
    if (!TELLING_NAME_LENGTHS.has(length) && this.#keptNames === undefined) return undefined;
    const name = line.slice(0, length).toLowerCase();
    const value = trimmed(line, length + 1, line.length - END.length);
    if (this.#keptNames?.has(name)) {
      if (this.#kept.has(name)) return `the answer has two headers ${name}`;
      this.#kept.set(name, value);
    }
    return this.#takeTelling(name, value.toLowerCase());
  }

  /** The headers that decide how the rest is read. */
  #takeTelling(name: string, value: string): string | undefined {
    if (name === 'content-length') {
      if (!LENGTH.test(value)) return 'the answer has a Content-Length that is no number';
      if (Number(value) !== (this.#length ?? Number(value))) return 'the answer has two lengths';
      this.#length = Number(value);
    } else if (name === 'transfer-encoding') {
      if (this.#isChunked || value !== 'chunked') {
        return 'the answer has a transfer coding other than chunked';
      }
      this.#isChunked = true;
    } else if (name === 'connection') {
      this.#isLast ||= value.split(',').some(isClose);
    } else if (name === 'content-encoding') {
      if (this.#coding !== undefined) return 'the answer has two codings';
      this.#coding = value;
    }
    return undefined;
  }

  /** An ambiguous answer is a fault: reading it wrong would give its rest to the next call. */
  #endHead(): string | undefined {
    const status = this.#status;
    const length = this.#length;
    if (status < 200 || status === 204 || status === 304) {
      // A 304 has the length of what it stands for.
      if (this.#isChunked || (status !== 304 && (length ?? 0) > 0)) return BODYLESS;
      if (status < 200) this.#state = 'status-line';
      else this.#finish(NO_BODY);
    } else if (this.#isChunked) {
      if (length !== undefined) return 'the answer has a length and chunks';
      if (this.#isHttp10) return 'the answer is HTTP/1.0 and has chunks';
      this.#headBytesLeft = this.#lineBytesLeft;
      this.#expectChunk();
    } else if (length === undefined) {
      if (!this.#isLast) return 'the answer does not say where it ends';
      this.#state = 'body-until-close';
    } else if (length > this.#bytesMax && !this.#cuts) {
      return tooLarge(this.#bytesMax);
    } else if (length === 0) {
      this.#finish(NO_BODY);
    } else {
      this.#bytesLeft = length;
      this.#state = 'counted-body';
    }
    return undefined;
  }

  #expectChunk(): void {
    this.#state = 'chunk-size';
    this.#lineBytesLeft = CHUNK_LINE_BYTES_MAX;
  }

  #takeChunkSize(line: string): string | undefined {
    const size = CHUNK_SIZE.exec(line)?.[1];
    if (size === undefined) return 'the answer has a chunk size that is no number';
    this.#bytesLeft = Number.parseInt(size, 16);
    if (this.#bytesLeft > this.#bytesMax && !this.#cuts) return tooLarge(this.#bytesMax);
    this.#state = this.#bytesLeft > 0 ? 'chunk' : 'trailer';
    if (this.#bytesLeft === 0) this.#lineBytesLeft = this.#headBytesLeft;
    return undefined;
  }

  /** Reads a piece of a body, or of a chunk, whose length is known. */
  #readCounted(bytes: Buffer, from: number): number {
    const end = Math.min(bytes.length, from + this.#bytesLeft);
    const piece = bytes.subarray(from, end);
    this.#bytesLeft -= piece.length;
    // The usual case: the whole body arrives at once and needs no copy.
    if (piece.length === this.#length && piece.length <= this.#bytesMax) {
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
      // What is left of it is still to come.
      this.#isLast = true;
      this.#finish(this.#body.take());
    } else {
      this.#fail(tooLarge(this.#bytesMax));
    }
    return false;
  }

  #finish(body: Uint8Array): void {
    this.#state = 'done';
    const whole = { status: this.#status, coding: this.#coding, body, isReusable: !this.#isLast };
    this.#result = this.#keptNames === undefined ? whole : { ...whole, headers: this.#kept };
  }

  #fail(fault: string): ResponseFault {
    this.#state = 'failed';
    this.#result = { fault };
    this.#body.clear();
    return this.#result;
  }
}

/** Returns the length of the header's name, or 0 if the line is not a header. A folded line is not one. */
function nameLength(line: string): number {
  let at = 0;
  while (IS_NAME_CHARACTER[line.charCodeAt(at)] === true) at++;
  return line.charCodeAt(at) === COLON ? at : 0;
}

/** Most headers do not matter for reading the answer. The length of the name excludes most of them. */
const TELLING_NAME_LENGTHS: ReadonlySet<number> = new Set(
  ['connection', 'content-length', 'content-encoding', 'transfer-encoding'].map(
    ({ length }) => length,
  ),
);

/** The text without the spaces and tabs around it. `trim` would remove more characters than HTTP allows. */
function trimmed(text: string, from = 0, to = text.length): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function isClose(option: string): boolean {
  return trimmed(option) === 'close';
}
