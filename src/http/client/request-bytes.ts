import type { HttpCall } from '../../demand/partner.ts';
import type { RequestHead } from './request-head.ts';

/** Enough for nearly every bid request. */
const SCRATCH_BYTES = 64 * 1024;
/** `content-length: 123456789012345`, two line ends. */
const LENGTH_LINE_BYTES_MAX = 40;

const scratch = Buffer.allocUnsafe(SCRATCH_BYTES);

/**
 * Returns the whole request as one buffer, for one write. It is valid until the next call, because most requests
 * share one buffer: a write copies the bytes it takes before it returns.
 */
export function requestBytes(head: RequestHead, body: HttpCall['body'] = ''): Buffer {
  const bodyBytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const bytesMax = head.bytes.length + LENGTH_LINE_BYTES_MAX + bodyBytes;
  const bytes = bytesMax <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafe(bytesMax);
  bytes.set(head.bytes, 0);
  let at = head.bytes.length;
  const hasLength = head.takesBody || bodyBytes > 0;
  at += bytes.write(hasLength ? `content-length: ${bodyBytes}\r\n\r\n` : '\r\n', at, 'latin1');
  if (typeof body === 'string') {
    at += bytes.write(body, at, 'utf8');
  } else {
    bytes.set(body, at);
    at += body.length;
  }
  return bytes.subarray(0, at);
}
