import { gunzipSync } from 'node:zlib';
import type { Body, Endpoint } from '../exchange/receive.ts';
import { inTime } from '../lib/in-time.ts';
import { preview } from '../lib/preview.ts';
import { Refusal, refuse } from '../openrtb/refusal.ts';
import { isGzip, isPlainText, plainText, unannouncedGzip } from '../repairs/body.ts';
import type { Repair } from '../repairs/repair.ts';

export const BODY_BYTES_MAX = 1024 * 1024;
const BODY_WAIT_MS_MAX = 5000;

const TOO_LARGE = `expected at most ${BODY_BYTES_MAX} bytes`;

/** The body as text, or why it cannot be had: method, media type, size, then encoding (rulings 10 and 41). */
export async function readBody(request: Request, endpoint: Endpoint): Promise<Body | Refusal> {
  const { method, headers } = request;
  if (method !== 'POST') return refuse.methodNotAllowed(`expected POST, but got ${method}`);
  const contentType = headers.get('content-type');
  const repairs: Repair[] = [];
  if (!isJson(contentType)) {
    if (endpoint === 'strict' || !isPlainText(contentType))
      return unsupportedType(endpoint, contentType);
    repairs.push(repaired(plainText.name, 'Content-Type: text/plain is read as JSON'));
  }
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') {
    return refuse.unsupportedBody(
      `expected Content-Encoding gzip or none, but got ${preview(encoding)}`,
    );
  }
  let received: Uint8Array | Refusal;
  try {
    received = await receive(request);
  } catch {
    return refuse.invalidJson('the connection ended before the body did');
  }
  if (received instanceof Refusal) return received;
  const isUnannounced = encoding !== 'gzip' && endpoint === 'repairing' && isGzip(received);
  if (isUnannounced) {
    repairs.push(
      repaired(unannouncedGzip.name, 'the body is gzip, and no Content-Encoding says so'),
    );
  }
  const bytes = encoding === 'gzip' || isUnannounced ? inflate(received, encoding) : received;
  if (bytes instanceof Refusal) return bytes;
  try {
    return { text: UTF8.decode(bytes), bytes: bytes.length, repairs };
  } catch {
    return refuse.invalidJson('the body is not valid UTF-8');
  }
}

function unsupportedType(endpoint: Endpoint, contentType: string | null): Refusal {
  const expected = endpoint === 'strict' ? 'application/json' : 'application/json or text/plain';
  const got = preview(contentType ?? undefined);
  return refuse.unsupportedBody(`expected Content-Type: ${expected}, but got ${got}`);
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
function receive(request: Request): Uint8Array | Refusal | Promise<Uint8Array | Refusal> {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > BODY_BYTES_MAX) {
    return refuse.tooLarge(`${TOO_LARGE}, but Content-Length is ${length}`);
  }
  // A declared length bounds the body by itself; a chunked one has to be counted as it comes.
  const whole = length === null ? receiveChunks(request.body) : request.bytes();
  return inTime(whole, BODY_WAIT_MS_MAX, TOO_SLOW);
}

const TOO_SLOW = refuse.tooSlow(`expected the whole body within ${BODY_WAIT_MS_MAX} ms`);

async function receiveChunks(
  body: ReadableStream<Uint8Array> | null,
): Promise<Uint8Array | Refusal> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX) return refuse.tooLarge(`${TOO_LARGE}, but more came`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function inflate(bytes: Uint8Array, encoding: string): Uint8Array | Refusal {
  try {
    return gunzipSync(bytes, { maxOutputLength: BODY_BYTES_MAX });
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
      ? refuse.tooLarge(`${TOO_LARGE} after inflating, but there are more`)
      : refuse.invalidJson(
          `${encoding === 'gzip' ? 'Content-Encoding says gzip' : 'the body begins like gzip'}, but the body is not valid gzip`,
        );
  }
}
