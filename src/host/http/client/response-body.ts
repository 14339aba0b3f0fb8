import { gunzipSync } from 'node:zlib';
import type { CallFailure, HttpReply, KeptHeaders } from '../../../core/auction/partner.ts';
import { isGzipCoding } from '../gzip.ts';

/** One complete answer. The body may be part of the pushed buffer: use it before that buffer changes. */
export type WholeResponse = {
  readonly status: number;
  /** The `Content-Encoding`, in lower case. */
  readonly coding: string | undefined;
  /** Those that the reader keeps. */
  readonly headers?: KeptHeaders;
  readonly body: Uint8Array;
  /** The connection may carry another call. */
  readonly isReusable: boolean;
};

/** The maximum size of a partner's answer, before and after inflating. */
export const REPLY_BYTES_MAX = 256 * 1024;

export const tooLarge = (bytesMax: number) => `the answer has more than ${bytesMax} bytes`;

const CAPACITY_MIN = 4096;
const NOTHING = new Uint8Array(0);

/** Collects a body that arrives in pieces, in one buffer that grows as needed. */
export class BodyBytes {
  readonly #bytesMax: number;
  #bytes: Uint8Array = NOTHING;
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytesLeft(): number {
    return this.#bytesMax - this.#length;
  }

  /** Returns false if the body would exceed the maximum size. */
  add(piece: Uint8Array): boolean {
    const length = this.#length + piece.length;
    if (length > this.#bytesMax) return false;
    if (length > this.#bytes.length) {
      const capacity = Math.max(CAPACITY_MIN, this.#bytes.length * 2, length);
      const larger = new Uint8Array(Math.min(capacity, this.#bytesMax));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
    return true;
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

const UTF8 = new TextDecoder();

const UNEXPECTED_CODING: CallFailure = {
  failure: 'the answer is compressed in a way that was not asked for',
};

export type ReplyOptions = {
  /** The maximum size of a body; `REPLY_BYTES_MAX` unless given. */
  readonly replyBytesMax?: number;
  /** The names, in lower case, of headers that the caller wants to see. Partners' are never looked at. */
  readonly keptHeaders?: ReadonlySet<string>;
  /** `start`: the first bytes of the body as they are, and of a longer one as many as its maximum size. */
  readonly body?: 'text' | 'start';
};

/** Requests ask for no compression. Some servers send gzip all the same: it is accepted, up to the same size inflated. */
export function replyOf(
  { status, coding, headers, body }: WholeResponse,
  { replyBytesMax: bytesMax = REPLY_BYTES_MAX, body: kind }: ReplyOptions = {},
): HttpReply | CallFailure {
  const reply = (text: string): HttpReply =>
    headers === undefined ? { status, text } : { status, text, headers };
  if (kind === 'start') {
    // A copy, since the buffer changes. What is compressed is no start of the file.
    const isPlain = coding === undefined || coding === 'identity';
    return isPlain ? { ...reply(''), bytes: Uint8Array.from(body) } : UNEXPECTED_CODING;
  }
  if (body.length === 0) return reply('');
  if (coding === undefined || coding === 'identity') return reply(UTF8.decode(body));
  if (!isGzipCoding(coding)) return UNEXPECTED_CODING;
  try {
    return reply(UTF8.decode(gunzipSync(body, { maxOutputLength: bytesMax })));
  } catch (error) {
    const isTooLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    return { failure: isTooLarge ? tooLarge(bytesMax) : 'the answer is not the gzip that it says' };
  }
}
