import type { HttpCall, Send } from '../../../core/auction/partner.ts';
import { createAfterwards } from '../../../lib/repeat.ts';
import { PendingCall, type ReplyOrFailure } from './pending-call.ts';
import { Pool, type PoolOptions } from './pool.ts';
import { createRequestHeads, type Origin } from './request-bytes.ts';

export type PartnerClientOptions = Partial<Omit<PoolOptions, 'origin' | 'onEmpty'>>;

const DEFAULTS = {
  /** The maximum number of calls in flight to one partner. */
  connectionsMax: 300,
  /** Below the 60 s after which common load balancers close an idle connection. */
  idleMsMax: 50_000,
  connectMsMax: 3000,
};
/** The maximum number of origins with open connections. A partner has one; the URLs of notices have many. */
export const ORIGINS_MAX = 64;

type PartnerClient = Send & {
  readonly connections: () => number;
  /** Closes connections as soon as they are idle, from now on. */
  readonly retire: () => void;
};

/** Creates a client with its own connections, so that partners do not delay each other. */
export function createPartnerClient(options: PartnerClientOptions = {}): PartnerClient {
  const pools = new Map<string, Pool>();
  const headOf = createRequestHeads();
  let isRetired = false;

  function poolOf(origin: Origin): Pool | undefined {
    const known = pools.get(origin.key);
    if (known !== undefined) return known;
    if (pools.size >= ORIGINS_MAX) {
      const resting = pools.values().find(({ isAtRest }) => isAtRest);
      if (resting === undefined) return undefined;
      resting.closeIdle();
    }
    const onEmpty = () => pools.delete(origin.key);
    const pool = new Pool({ ...DEFAULTS, ...options, origin, onEmpty });
    pools.set(origin.key, pool);
    // For a call that was sent before.
    if (isRetired) pool.retire();
    return pool;
  }

  function start(call: PendingCall): void {
    if (call.isSettled) return;
    const pool = poolOf(call.head.origin);
    if (pool === undefined) call.settle({ failure: 'too many hosts at once' });
    else pool.take(call);
  }
  /** The calls of an iteration of the event loop are written together: it saves CPU. */
  const startLater = createAfterwards(start, (error, call) =>
    call.settle({ failure: (error as Error).message }),
  );

  const send: Send = (call: HttpCall, giveUpMs: number) => {
    const head = headOf(call);
    if ('fault' in head) return Promise.resolve({ failure: head.fault });
    return new Promise<ReplyOrFailure>((resolve) => {
      startLater(new PendingCall(head, call.body, giveUpMs, resolve));
    });
  };
  const connections = () => pools.values().reduce((count, pool) => count + pool.connectionCount, 0);
  const retire = () => {
    isRetired = true;
    for (const pool of pools.values()) pool.retire();
  };
  return Object.assign(send, { connections, retire });
}
