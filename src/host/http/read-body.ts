import { gunzipSync } from 'node:zlib';
import type { Body, BodyRead, Endpoint } from '../../core/exchange/receive.ts';
import type { Repair } from '../../core/repairs/repair.ts';
import { PLAIN_TEXT, UNANNOUNCED_GZIP } from '../../core/repairs/table.ts';
import { isForm } from '../../ledger/notices/receive-conversion.ts';
import { inTime } from '../../lib/in-time.ts';
import { preview } from '../../lib/preview.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { isGzipCoding } from './gzip.ts';

export const BODY_BYTES_MAX = 1024 * 1024;
const CONVERSION_BYTES_MAX = 16 * 1024;
const BODY_WAIT_MS_MAX = 5000;
/**
 * How much of a body that is too large is read and dropped before the response, and for how long. Most clients send the
 * whole body before they read: they report a broken pipe instead of a 413 that is sent earlier.
 */
export const DISCARDED_BYTES_MAX = 16 * 1024 * 1024;
const DISCARD_WAIT_MS_MAX = 4000;

/** Of a bid request, by its endpoint, of a conversion, which may be a form, or of a call of an AI buyer. */
export type BodyKind = Endpoint | 'conversion' | 'mcp';

const bytesMaxOf = (kind: BodyKind) =>
  kind === 'conversion' ? CONVERSION_BYTES_MAX : BODY_BYTES_MAX;

const tooLarge = (bytesMax: number, got: string) =>
  refuse.tooLarge(`expected at most ${bytesMax} bytes${got}`);

/**
 * The body as text, or why it cannot be had: method, media type, size, then encoding (rulings 10 and 41). At once where
 * it has come, as it has with most requests by the time they are served: without a promise for each step of its way.
 */
export function readBody(request: Request, kind: BodyKind): BodyRead {
  const { method, headers } = request;
  if (method !== 'POST') return refuse.methodNotAllowed(`expected POST, but got ${method}`);
  const contentType = headers.get('content-type');
  let repairs = NO_REPAIRS;
  if (!isJson(contentType) && !(kind === 'conversion' && isForm(contentType))) {
    if (kind !== 'repairing' || !isPlainText(contentType))
      return unsupportedType(kind, contentType);
    repairs = PLAIN_TEXT_READ;
  }
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  const isAnnounced = isGzipCoding(encoding);
  // The digest of a signed call is that of the bytes as they came.
  const isKnown = encoding === 'identity' || (isAnnounced && kind !== 'mcp');
  if (!isKnown) {
    const known = kind === 'mcp' ? 'no Content-Encoding' : 'Content-Encoding gzip or none';
    return refuse.unsupportedBody(`expected ${known}, but got ${preview(encoding)}`);
  }
  const form = { kind, isAnnounced, repairs };
  const received = receive(request, headers.get('content-length'), bytesMaxOf(kind));
  return received instanceof Promise
    ? received.then((bytes) => decode(bytes, form), endedEarly)
    : decode(received, form);
}

const NO_REPAIRS: readonly Repair[] = [];
const PLAIN_TEXT_READ: readonly Repair[] = [
  repaired(PLAIN_TEXT.name, 'Content-Type: text/plain is read as JSON'),
];
const GZIP_FOUND = repaired(
  UNANNOUNCED_GZIP.name,
  'the body is gzip, and no Content-Encoding says so',
);

function isPlainText(contentType: string | null): boolean {
  return contentType !== null && /^\s*text\/plain\s*(;|$)/i.test(contentType);
}

/** No JSON begins with these bytes. */
function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

const endedEarly = () => refuse.invalidJson('the connection ended before the body did');

type BodyForm = {
  readonly kind: BodyKind;
  /** Whether the headers say that it is gzip. */
  readonly isAnnounced: boolean;
  readonly repairs: readonly Repair[];
};

function decode(
  received: Uint8Array | Refusal,
  { kind, isAnnounced, repairs }: BodyForm,
): Body | Refusal {
  if (received instanceof Refusal) return received;
  const isUnannounced = !isAnnounced && kind === 'repairing' && isGzip(received);
  const bytes =
    isAnnounced || isUnannounced ? inflate(received, isAnnounced, bytesMaxOf(kind)) : received;
  if (bytes instanceof Refusal) return bytes;
  try {
    return {
      text: UTF8.decode(bytes),
      bytes: bytes.length,
      repairs: isUnannounced ? [...repairs, GZIP_FOUND] : repairs,
    };
  } catch {
    return refuse.invalidJson('the body is not valid UTF-8');
  }
}

const TYPES: Readonly<Record<BodyKind, string>> = {
  strict: 'application/json',
  repairing: 'application/json or text/plain',
  conversion: 'application/json or application/x-www-form-urlencoded',
  mcp: 'application/json',
};

function unsupportedType(kind: BodyKind, contentType: string | null): Refusal {
  const got = preview(contentType ?? undefined);
  return refuse.unsupportedBody(`expected Content-Type: ${TYPES[kind]}, but got ${got}`);
}

function repaired(name: string, reason: string): Repair {
  return { name, field: 'body', reason };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function isJson(contentType: string | null): boolean {
  if (contentType === 'application/json') return true;
  return contentType !== null && /^\s*application\/json\s*(;|$)/i.test(contentType);
}

/** All bytes, unless there are too many or they take too long; fails if the connection does. */
function receive(
  request: Request,
  length: string | null,
  bytesMax: number,
): Uint8Array | Refusal | Promise<Uint8Array | Refusal> {
  if (length !== null && Number(length) > bytesMax) {
    const refusal = tooLarge(bytesMax, `, but Content-Length is ${length}`);
    if (request.body === null || Number(length) > DISCARDED_BYTES_MAX) return refusal;
    return discard(request.body.getReader(), 0).then(() => refusal);
  }
  // A declared length bounds the body by itself; a chunked one has to be counted as it comes.
  const whole = length === null ? receiveChunks(request.body, bytesMax) : request.bytes();
  const come = Bun.peek(whole);
  return come instanceof Uint8Array ? come : inTime(whole, BODY_WAIT_MS_MAX, TOO_SLOW);
}

const TOO_SLOW = refuse.tooSlow(`expected the whole body within ${BODY_WAIT_MS_MAX} ms`);

/** The bytes of a body of any kind, unless there are too many. */
export async function boundedBytes(
  { headers, body }: Request,
  bytesMax: number,
): Promise<Uint8Array | Refusal> {
  const length = headers.get('content-length');
  if (Number(length) > bytesMax) return tooLarge(bytesMax, `, but got ${length}`);
  return receiveChunks(body, bytesMax).catch(endedEarly);
}

async function receiveChunks(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<Uint8Array | Refusal> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.length;
    if (length > bytesMax) break;
    chunks.push(value);
  }
  chunks.length = 0;
  await discard(reader, length);
  return tooLarge(bytesMax, ', but more came');
}

/** As far as the types of Node and of Bun agree on it. */
type BodyReader = {
  readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  readonly cancel: () => Promise<void>;
};

/** Reads what is left of a body, as far as the bounds allow. */
async function discard(reader: BodyReader, received: number): Promise<void> {
  let length = received;
  const read = async () => {
    while (length <= DISCARDED_BYTES_MAX) {
      const { done, value } = await reader.read();
      if (done || value === undefined) return true;
      length += value.length;
    }
    return false;
  };
  const isWhole = await inTime(read(), DISCARD_WAIT_MS_MAX, false);
  if (!isWhole) reader.cancel().catch(() => {});
}

function inflate(bytes: Uint8Array, isAnnounced: boolean, bytesMax: number): Uint8Array | Refusal {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(bytesMax, ' after inflating, but there are more')
      : refuse.invalidJson(
          `${isAnnounced ? 'Content-Encoding says gzip' : 'the body begins like gzip'}, but the body is not valid gzip`,
        );
  }
}
