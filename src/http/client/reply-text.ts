import { gunzipSync } from 'node:zlib';
import type { CallFailure, HttpReply } from '../../demand/partner.ts';
import { REPLY_BYTES_MAX, TOO_LARGE } from './body-bytes.ts';
import type { WholeResponse } from './response-reader.ts';

const UTF8 = new TextDecoder();

/**
 * Requests ask for an uncompressed answer. Some servers send gzip all the same, so gzip is accepted, up to the
 * same size after inflating. Any other coding is an error.
 */
export function replyOf({ status, coding, body }: WholeResponse): HttpReply | CallFailure {
  if (body.length === 0) return { status, text: '' };
  if (coding === undefined || coding === 'identity') return { status, text: UTF8.decode(body) };
  if (coding !== 'gzip' && coding !== 'x-gzip') {
    return { failure: 'the answer is compressed in a way that was not asked for' };
  }
  try {
    const inflated = gunzipSync(body, { maxOutputLength: REPLY_BYTES_MAX });
    return { status, text: UTF8.decode(inflated) };
  } catch (error) {
    const isTooLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    return { failure: isTooLarge ? TOO_LARGE : 'the answer is not the gzip that it says' };
  }
}
