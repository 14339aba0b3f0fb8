import { type AnyOp, BYTES } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { BODY_BYTES_MAX, receiveChunks, tooLarge } from '../http/read-body.ts';

/** What Bun lets through, which would send a bare 413: photos of cameras are smaller, and get a sentence. */
export const SOCKET_BODY_BYTES_MAX = 16 * 1024 * 1024;

export const ENDED = refuse.invalidJson('the connection ended before the body did');

/** The request with a body that is not too large, whoever sends it. Bid requests are tried from here, and bytes uploaded. */
export async function withBoundedBody(
  request: Request,
  ops: readonly AnyOp[],
): Promise<Request | Refusal> {
  const { url, method, headers, body, signal } = request;
  const called = `${method} ${URL.parse(url)?.pathname}`;
  const upload = ops.find(({ name, body }) => body === BYTES && name === called);
  const bytesMax = upload?.bodyBytesMax ?? BODY_BYTES_MAX;
  const length = headers.get('content-length');
  if (length !== null) {
    return Number(length) > bytesMax ? tooLarge(bytesMax, `, but got ${length}`) : request;
  }
  if (body === null) return request;
  const received = await receiveChunks(body, bytesMax).catch(() => ENDED);
  if (received instanceof Refusal) return received;
  return new Request(url, { method, headers, body: Uint8Array.from(received), signal });
}
