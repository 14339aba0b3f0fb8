import { dlopen, ptr } from 'bun:ffi';
import type { Log } from '../../lib/log.ts';
import { createRareLog } from '../../lib/rare-log.ts';

/** Of the descriptors that a process may have: from this part on, connections are closed, and this part they may keep. */
const BUSY_PART = 0.5;
const KEPT_PART = 0.4;
/** Where the system allows more, this bounds the memory for connections and the time to look through them. */
const DESCRIPTORS_MAX = 60_000;
const CHECK_MS = 20;

const PORTS = 65_536;
/** When the last request came from each port of a peer. Peers that have the same port count as one. */
const requestedMs = new Float64Array(PORTS);

/** A connection that has sent a whole request is closed after those that have not. To be called for each request. */
export function noteRequest(peerPort: number | undefined): void {
  if (peerPort !== undefined) requestedMs[peerPort] = performance.now();
}

/**
 * Bun accepts connections until no descriptor is left: not for journals, the database or calls to partners either. So
 * where half of them are in use, this closes connections of all ports of this process: first those without a request,
 * then those with the oldest one.
 */
export function boundConnections(log: Log, tickMs: () => number): void {
  if (process.platform !== 'linux') return;
  let system: ReturnType<typeof openSystem>;
  try {
    system = openSystem();
  } catch (error) {
    log.warn({ err: error }, 'this system has no glibc, so connections are not bounded');
    return;
  }
  const limit = Math.min(system.descriptorLimit(), DESCRIPTORS_MAX);
  const warn = createRareLog(log, tickMs);
  const check = () => {
    if (!system.isInUse(limit * BUSY_PART)) return;
    const open = system.connections(limit);
    const closed = open.length - Math.floor(limit * KEPT_PART);
    if (closed <= 0) return;
    for (const { descriptor } of open.sort(byUse).slice(0, closed)) system.close(descriptor);
    warn('closed', { closed, descriptors: limit }, TOO_MANY);
  };
  setInterval(check, CHECK_MS).unref();
}

const TOO_MANY =
  'too many connections are open: those without a request, or with the oldest one, are closed';

type AcceptedSocket = {
  readonly descriptor: number;
  /** Negative: without a request, and how long nothing has come. */
  readonly usedMs: number;
};

const byUse = (a: AcceptedSocket, b: AcceptedSocket) => a.usedMs - b.usedMs;

const RLIMIT_NOFILE = 7;
const IPPROTO_TCP = 6;
const TCP_INFO = 11;
const SHUT_RDWR = 2;
const STDERR = 2;
const TCP_LISTEN = 10;
/** In `struct tcp_info`: the state, and the milliseconds since data came. */
const STATE_AT = 0;
const LAST_DATA_AT = 52;
const TCP_INFO_BYTES = 104;
/** In `struct sockaddr_in` and `sockaddr_in6`. */
const PORT_AT = 2;
const ADDRESS_BYTES = 28;

/** Bun shows neither its descriptors nor connections without a request, so this calls libc. */
function openSystem() {
  const { symbols: libc } = dlopen('libc.so.6', {
    getrlimit: { args: ['int', 'ptr'], returns: 'int' },
    dup: { args: ['int'], returns: 'int' },
    close: { args: ['int'], returns: 'int' },
    shutdown: { args: ['int', 'int'], returns: 'int' },
    getsockopt: { args: ['int', 'int', 'int', 'ptr', 'ptr'], returns: 'int' },
    getsockname: { args: ['int', 'ptr', 'ptr'], returns: 'int' },
    getpeername: { args: ['int', 'ptr', 'ptr'], returns: 'int' },
  });
  const info = new DataView(new ArrayBuffer(TCP_INFO_BYTES));
  const address = new DataView(new ArrayBuffer(ADDRESS_BYTES));
  const length = new Uint32Array(1);

  const readInfo = (descriptor: number) => {
    length[0] = TCP_INFO_BYTES;
    return libc.getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, ptr(info), ptr(length)) === 0;
  };
  const portBy = (read: typeof libc.getsockname, descriptor: number) => {
    length[0] = ADDRESS_BYTES;
    return read(descriptor, ptr(address), ptr(length)) === 0 ? address.getUint16(PORT_AT) : 0;
  };
  return {
    descriptorLimit(): number {
      const limits = new BigUint64Array(2);
      libc.getrlimit(RLIMIT_NOFILE, ptr(limits));
      return Number(limits[0]);
    },
    /** Whether so many descriptors are in use. The system gives the lowest one that is free. */
    isInUse(count: number): boolean {
      const free = libc.dup(STDERR);
      if (free !== -1) libc.close(free);
      return free === -1 || free >= count;
    },
    /** Those that were accepted: their own port is one that this process listens on. */
    connections(limit: number): AcceptedSocket[] {
      const listening = new Set<number>();
      const found: (AcceptedSocket & { readonly port: number })[] = [];
      for (let descriptor = 0; descriptor < limit; descriptor++) {
        if (!readInfo(descriptor)) continue;
        const port = portBy(libc.getsockname, descriptor);
        if (info.getUint8(STATE_AT) === TCP_LISTEN) {
          listening.add(port);
          continue;
        }
        const idleMs = info.getUint32(LAST_DATA_AT, true);
        const atMs = requestedMs[portBy(libc.getpeername, descriptor)] ?? 0;
        found.push({ descriptor, port, usedMs: atMs === 0 ? -idleMs : atMs });
      }
      return found.filter(({ port }) => listening.has(port));
    },
    /** Its end is read like that of the peer. */
    close: (descriptor: number) => void libc.shutdown(descriptor, SHUT_RDWR),
  };
}
