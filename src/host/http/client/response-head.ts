/** The parts of an answer's head that decide how the rest is read. */
export type ResponseHead = {
  readonly status: number;
  readonly isHttp10: boolean;
  headerCount: number;
  /** The declared length of the body. */
  length: number | undefined;
  isChunked: boolean;
  /** The partner closes the connection after this answer. */
  isLast: boolean;
  /** The `Content-Encoding`, in lower case. */
  coding: string | undefined;
};

export type ResponseFault = { readonly fault: string };

/** How the body ends: after a number of bytes, with its last chunk, or with the connection. */
type Framing = number | 'chunked' | 'until-close';

export const HEADERS_MAX = 100;

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: .*)?$/;
/** HTTP programs disagree about other characters before the colon, above all about a space. */
const NAME_CHARACTERS = /[!#$%&'*+\-.^_`|~\dA-Za-z]/;
/** By character code, because every character of every header name is tested. */
const IS_NAME_CHARACTER: readonly boolean[] = Array.from({ length: 256 }, (_, code) =>
  NAME_CHARACTERS.test(String.fromCharCode(code)),
);
const COLON = 58;
/** Fits into a safe integer, and is far longer than any accepted body. */
const LENGTH = /^\d{1,15}$/;

/** Returns undefined if the line is not a status line of HTTP/1. */
export function readStatusLine(line: string): ResponseHead | undefined {
  const match = STATUS_LINE.exec(line);
  if (match === null) return undefined;
  return {
    status: Number(match[2]),
    isHttp10: match[1] === '0',
    headerCount: 0,
    length: undefined,
    isChunked: false,
    // In HTTP/1.0 a connection closes after one answer.
    isLast: match[1] === '0',
    coding: undefined,
  };
}

export const NAMELESS_HEADER = 'the answer has a header without a proper name';

/** Returns the length of the header's name, or 0 if the line is not a header. A folded line is not one. */
export function nameLength(line: string): number {
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

/** The header by its name in lower case, if it is one of these. */
export function keptHeader(
  line: string,
  names: ReadonlySet<string>,
): readonly [name: string, value: string] | undefined {
  const length = nameLength(line);
  const name = line.slice(0, length).toLowerCase();
  return names.has(name) ? [name, trimmed(line.slice(length + 1))] : undefined;
}

/** Adds one header to the head. Returns its fault, if it has one. */
export function addHeader(head: ResponseHead, line: string): string | undefined {
  if (++head.headerCount > HEADERS_MAX) return `the answer has more than ${HEADERS_MAX} headers`;
  const length = nameLength(line);
  if (length === 0) return NAMELESS_HEADER;
  if (!TELLING_NAME_LENGTHS.has(length)) return undefined;
  const name = line.slice(0, length).toLowerCase();
  const value = trimmed(line.slice(length + 1)).toLowerCase();
  switch (name) {
    case 'content-length':
      return addLength(head, value);
    case 'transfer-encoding':
      if (head.isChunked || value !== 'chunked') {
        return 'the answer has a transfer coding other than chunked';
      }
      head.isChunked = true;
      return undefined;
    case 'connection':
      head.isLast ||= value.split(',').some(isClose);
      return undefined;
    case 'content-encoding':
      if (head.coding !== undefined) return 'the answer has two codings';
      head.coding = value;
      return undefined;
    default:
      return undefined;
  }
}

/** Removes the spaces and tabs around the text. `trim` would remove more characters than HTTP allows. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

function addLength(head: ResponseHead, value: string): string | undefined {
  if (!LENGTH.test(value)) return 'the answer has a Content-Length that is no number';
  const length = Number(value);
  if (length !== (head.length ?? length)) return 'the answer has two lengths';
  head.length = length;
  return undefined;
}

function isClose(option: string): boolean {
  return trimmed(option) === 'close';
}

const BODYLESS = { fault: 'the answer announces a body that its status does not allow' };

/** An ambiguous answer is a fault: reading it wrong would give its rest to the next call. */
export function framingOf(head: ResponseHead): Framing | ResponseFault {
  const { status, length, isChunked } = head;
  if (status === 304) return isChunked ? BODYLESS : 0;
  if (status === 204 || status < 200) {
    return isChunked || (length ?? 0) > 0 ? BODYLESS : 0;
  }
  if (isChunked) {
    if (length !== undefined) return { fault: 'the answer has a length and chunks' };
    return head.isHttp10 ? { fault: 'the answer is HTTP/1.0 and has chunks' } : 'chunked';
  }
  return (
    length ?? (head.isLast ? 'until-close' : { fault: 'the answer does not say where it ends' })
  );
}

/** For status line, headers, interim answers (1xx) and trailers together. */
export const HEAD_BYTES_MAX = 16 * 1024;

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
  bytesLeft = HEAD_BYTES_MAX;
  /** The part of the current line that has arrived. */
  #text = '';
  #hasCr = false;

  reset(): void {
    this.line = undefined;
    this.fault = undefined;
    this.bytesLeft = HEAD_BYTES_MAX;
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
