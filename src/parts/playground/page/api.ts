import { callsOf } from '../../../ui/calls.ts';
import type { PLAYGROUND_OPS } from '../operations.ts';

export const { call } = callsOf<typeof PLAYGROUND_OPS>();

/** Sends a bid request to the public port, with the key of its publisher, if any. */
export function tryRequest(body: string, publisherKey: string) {
  const headers: Record<string, string> =
    publisherKey === '' ? {} : { 'X-Publisher-Key': publisherKey };
  return call('POST /api/try', { body }, headers);
}
