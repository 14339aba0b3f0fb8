import { gunzipSync } from 'node:zlib';
import type { Body, Endpoint } from '../exchange/receive.ts';
import { inTime } from '../lib/in-time.ts';
import { preview } from '../lib/preview.ts';
import { isForm } from '../notices/conversion-fields.ts';
import { Refusal, refuse } from '../openrtb/refusal.ts';
import { isGzip, isPlainText, plainText, unannouncedGzip } from '../repairs/body.ts';
import type { Repair } from '../repairs/repair.ts';

export const BODY_BYTES_MAX = 1024 * 1024;
const CONVERSION_BYTES_MAX = 16 * 1024;
const BODY_WAIT_MS_MAX = 5000;

/** Of a bid request, by its endpoint, of a conversion, which may be a form, or of a call of an AI buyer. */
export type BodyKind = Endpoint | 'conversion' | 'mcp';

const bytesMaxOf = (kind: BodyKind) =>
  kind === 'conversion' ? CONVERSION_BYTES_MAX : BODY_BYTES_MAX;

export const tooLarge = (bytesMax: number, got: string) =>
  refuse.tooLarge(`expected at most ${bytesMax} bytes${got}`);

/** The body as text, or why it cannot be had: method, media type, size, then encoding (rulings 10 and 41). */
export async function readBody(request: Request, kind: BodyKind): Promise<Body | Refusal> {
  const { method, headers } = request;
  if (method !== 'POST') return refuse.methodNotAllowed(`expected POST, but got ${method}`);
  const contentType = headers.get('content-type');
  const repairs: Repair[] = [];
  if (!isJson(contentType) && !(kind === 'conversion' && isForm(contentType))) {
    if (kind !== 'repairing' || !isPlainText(contentType))
      return unsupportedType(kind, contentType);
    repairs.push(repaired(plainText.name, 'Content-Type: text/plain is read as JSON'));
  }
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  // The digest of a signed call is that of the bytes as they came.
  const isKnown = encoding === 'identity' || (encoding === 'gzip' && kind !== 'mcp');
  if (!isKnown) {
    const known = kind === 'mcp' ? 'no Content-Encoding' : 'Content-Encoding gzip or none';
    return refuse.unsupportedBody(`expected ${known}, but got ${preview(encoding)}`);
  }
  let received: Uint8Array | Refusal;
  try {
    received = await receive(request, bytesMaxOf(kind));
  } catch {
    return refuse.invalidJson('the connection ended before the body did');
  }
  if (received instanceof Refusal) return received;
  const isUnannounced = encoding !== 'gzip' && kind === 'repairing' && isGzip(received);
  if (isUnannounced) {
    repairs.push(
      repaired(unannouncedGzip.name, 'the body is gzip, and no Content-Encoding says so'),
    );
  }
  const bytes =
    encoding === 'gzip' || isUnannounced ? inflate(received, encoding, bytesMaxOf(kind)) : received;
  if (bytes instanceof Refusal) return bytes;
  try {
    return { text: UTF8.decode(bytes), bytes: bytes.length, repairs };
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
  bytesMax: number,
): Uint8Array | Refusal | Promise<Uint8Array | Refusal> {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > bytesMax) {
    return tooLarge(bytesMax, `, but Content-Length is ${length}`);
  }
  // A declared length bounds the body by itself; a chunked one has to be counted as it comes.
  const whole = length === null ? receiveChunks(request.body, bytesMax) : request.bytes();
  return inTime(whole, BODY_WAIT_MS_MAX, TOO_SLOW);
}

const TOO_SLOW = refuse.tooSlow(`expected the whole body within ${BODY_WAIT_MS_MAX} ms`);

export async function receiveChunks(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<Uint8Array | Refusal> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > bytesMax) return tooLarge(bytesMax, ', but more came');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function inflate(bytes: Uint8Array, encoding: string, bytesMax: number): Uint8Array | Refusal {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(bytesMax, ' after inflating, but there are more')
      : refuse.invalidJson(
          `${encoding === 'gzip' ? 'Content-Encoding says gzip' : 'the body begins like gzip'}, but the body is not valid gzip`,
        );
  }
}
