import type { HttpCall } from '../../demand/partner.ts';
import type { RequestHead } from './request-head.ts';

/** Enough for nearly every bid request. */
const SCRATCH_BYTES = 64 * 1024;
/** `content-length: 123456789012345`, two line ends. */
const LENGTH_LINE_BYTES_MAX = 40;

const scratch = Buffer.allocUnsafe(SCRATCH_BYTES);

/**
 * The whole request in one piece, for one write. Valid until the next call: it usually lies in memory that
 * all requests share, since a write takes what it takes at once.
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
