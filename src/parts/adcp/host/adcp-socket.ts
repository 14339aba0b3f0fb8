import { chmodSync } from 'node:fs';
import type { Log } from '../../../lib/log.ts';
import type { PassedCall, PassedReply } from '../calls/passed-call.ts';

/** A call with its body, whose quotes are escaped once more. */
const CALL_BYTES_MAX = 4 * 1024 * 1024;

/** Takes the calls that workers pass on. The folder is the supervisor's own, so whoever can write to it is a worker. */
export function openCallSocket(
  socketFile: string,
  answer: (call: PassedCall) => Promise<PassedReply>,
  log: Log,
) {
  const server = Bun.serve({
    unix: socketFile,
    development: false,
    maxRequestBodySize: CALL_BYTES_MAX,
    async fetch(request, self) {
      // The worker has a time limit of its own.
      self.timeout(request, 0);
      return Response.json(await answer((await request.json()) as PassedCall));
    },
    error(error) {
      log.error({ err: error }, 'a call of an AI buyer could not be answered');
      return new Response(null, { status: 500 });
    },
  });
  chmodSync(socketFile, 0o600);
  return {
    /** Calls that are under way are answered. */
    leave: () => server.stop(),
    close: () => server.stop(true),
  };
}
