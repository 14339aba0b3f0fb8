/** What the head of an answer says, as far as reading the rest depends on it. */
export type ResponseHead = {
  readonly status: number;
  readonly isHttp10: boolean;
  headerCount: number;
  /** Of the body, as declared. */
  length: number | undefined;
  isChunked: boolean;
  /** The partner closes the connection after this answer. */
  isLast: boolean;
  /** The `Content-Encoding`, in lower case. */
  coding: string | undefined;
};

/** How the end of the body is found: after so many bytes, by its chunks, or by the end of the connection. */
export type Framing = number | 'chunked' | 'until-close';

export const HEADERS_MAX = 100;

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: .*)?$/;
/** Anything else before the colon, and above all a space, is read differently by different programs. */
const NAME_CHARACTERS = /[!#$%&'*+\-.^_`|~\dA-Za-z]/;
/** By character code, for a test that is made for each character of each header. */
const IS_NAME_CHARACTER: readonly boolean[] = Array.from({ length: 256 }, (_, code) =>
  NAME_CHARACTERS.test(String.fromCharCode(code)),
);
const COLON = 58;
/** Safely an integer, and far more than any body may have. */
const LENGTH = /^\d{1,15}$/;

/** Undefined: this is no status line of HTTP/1. */
export function readStatusLine(line: string): ResponseHead | undefined {
  const match = STATUS_LINE.exec(line);
  if (match === null) return undefined;
  return {
    status: Number(match[2]),
    isHttp10: match[1] === '0',
    headerCount: 0,
    length: undefined,
    isChunked: false,
    // Connections are kept only where HTTP/1.1 makes that the rule.
    isLast: match[1] === '0',
    coding: undefined,
  };
}

export const NAMELESS_HEADER = 'the answer has a header without a proper name';

/** Of the name. 0: the line is no header; a folded one, which begins with a space, is none either. */
export function nameLength(line: string): number {
  let at = 0;
  while (IS_NAME_CHARACTER[line.charCodeAt(at)] === true) at++;
  return line.charCodeAt(at) === COLON ? at : 0;
}

/** Most headers say nothing about how to read the answer, and most of those can be told by this alone. */
const TELLING_NAME_LENGTHS: ReadonlySet<number> = new Set(
  ['connection', 'content-length', 'content-encoding', 'transfer-encoding'].map(
    ({ length }) => length,
  ),
);

/** Takes one header into the head; returns what is wrong with it, if anything. */
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

/** Without the spaces and tabs around it: `trim` takes more for a space than HTTP does. */
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

const FRAMING_FAULTS = {
  both: 'the answer has a length and chunks',
  chunkedHttp10: 'the answer is HTTP/1.0 and has chunks',
  bodyless: 'the answer announces a body that its status does not allow',
  endless: 'the answer does not say where it ends',
} as const;

export type FramingFault = { readonly fault: (typeof FRAMING_FAULTS)[keyof typeof FRAMING_FAULTS] };

/** Where two readings are possible there is none: connections out of step mix up answers. */
export function framingOf(head: ResponseHead): Framing | FramingFault {
  const { status, length, isChunked } = head;
  if (status === 304) return isChunked ? { fault: FRAMING_FAULTS.bodyless } : 0;
  if (status === 204 || status < 200) {
    return isChunked || (length ?? 0) > 0 ? { fault: FRAMING_FAULTS.bodyless } : 0;
  }
  if (isChunked) {
    if (length !== undefined) return { fault: FRAMING_FAULTS.both };
    return head.isHttp10 ? { fault: FRAMING_FAULTS.chunkedHttp10 } : 'chunked';
  }
  return length ?? (head.isLast ? 'until-close' : { fault: FRAMING_FAULTS.endless });
}
