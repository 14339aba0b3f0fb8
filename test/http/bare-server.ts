import { createPublicPort, type Failed, type Service } from '../../src/host/http/public-port.ts';
import { type PublicServer, startServer, type Tls } from '../../src/host/http/server.ts';

const LIMIT = { scope: 'ip', limit: 100, remaining: 99, resetSec: 1_700_000_001 } as const;

export type BareServer = PublicServer & {
  /** What the server reported as its own failures, in order. */
  readonly failures: readonly (Failed & { readonly error: unknown })[];
};

/** The public port with a service of the test's own making behind it. */
export function startBareServer(service: Partial<Service>, tls?: Tls): BareServer {
  const failures: (Failed & { readonly error: unknown })[] = [];
  const whole: Service = {
    bid: async () => {
      throw new Error('this test asks for no bids');
    },
    receiveNotice: async () => {
      throw new Error('this test sends no notices');
    },
    receiveConversion: async () => {
      throw new Error('this test sends no conversions');
    },
    findCaller: () => 'caller',
    lookAtLimits: () => LIMIT,
    documents: { find: () => undefined, paths: [] },
    findPicture: () => 'unknown',
    answerBuyer: undefined,
    noBidDetails: {},
    ...service,
  };
  const publicPort = createPublicPort({
    service: whole,
    admissionQueue: { enter: () => 'serve' },
    tickMs: () => performance.now(),
    newId: () => crypto.randomUUID(),
    onError: (error, failed) => failures.push({ error, ...failed }),
  });
  const server = startServer({
    host: '127.0.0.1',
    port: 0,
    isShared: false,
    publicPort,
    tls,
  });
  return { ...server, failures };
}
