import { chmodSync } from 'node:fs';
import type { Log } from '../../lib/log.ts';
import type { PassedReply } from '../http/buyer-calls.ts';
import type { Offers } from '../offers.ts';
import type { SupervisorAsks } from '../worker/ask-supervisor.ts';

type Answering = {
  readonly [Kind in keyof SupervisorAsks]: (
    asked: SupervisorAsks[Kind]['asked'],
  ) => Promise<SupervisorAsks[Kind]['reply']>;
};

/** A call with its body, whose quotes are escaped once more. */
const CALL_BYTES_MAX = 4 * 1024 * 1024;

const NO_SELLER: PassedReply = { status: 404, headers: {}, body: '' };

/** Answers what workers ask. The folder is the supervisor's own, so whoever can write to the socket is a worker. */
export function answerWorkers(socketFile: string, offers: Offers, log: Log) {
  const answering: Answering = {
    answerBuyer: async (call) => offers.answerBuyer?.(call) ?? NO_SELLER,
    bringImage: async (path) => offers.bringImage?.(path) ?? 'unknown',
  };
  const server = Bun.serve({
    unix: socketFile,
    development: false,
    maxRequestBodySize: CALL_BYTES_MAX,
    async fetch(request, self) {
      // The worker has a time limit of its own.
      self.timeout(request, 0);
      const kind = new URL(request.url).pathname.slice(1) as keyof SupervisorAsks;
      const answer = answering[kind] as (asked: unknown) => Promise<unknown>;
      return Response.json(await answer(await request.json()));
    },
    error(error) {
      log.error({ err: error }, 'the supervisor could not answer a worker');
      return new Response(null, { status: 500 });
    },
  });
  chmodSync(socketFile, 0o600);
  return server;
}
