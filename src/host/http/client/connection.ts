import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { PendingCall } from './pending-call.ts';
import { type Origin, requestBytes } from './request-bytes.ts';
import { type ReplyOptions, replyOf } from './response-body.ts';
import { ResponseReader } from './response-reader.ts';

/** Is notified of the state of a connection. */
export type ConnectionOwner = {
  readonly opened: (connection: Connection) => void;
  readonly freed: (connection: Connection) => void;
  /** The connection could not be opened. */
  readonly refused: (failure: string) => void;
  /** An open connection has closed. `orphan` is a call on it that has to be repeated on another connection. */
  readonly closed: (connection: Connection, orphan: PendingCall | undefined) => void;
};

export type ConnectionOptions = ReplyOptions & {
  readonly origin: Origin;
  /** For name lookup, TCP and TLS together. */
  readonly connectMsMax: number;
  /** Certificates to trust instead of the default ones, as PEM. */
  readonly ca?: string;
  /** Decides after the name lookup whether an address may be connected to. Undefined allows every address. */
  readonly isAllowed?: (address: string) => boolean;
};

/** One connection to a partner. It carries one call at a time. */
export class Connection {
  /** Set by the owner: its sweep count when the connection was last used. */
  usedAt = 0;
  readonly #owner: ConnectionOwner;
  readonly #reader: ResponseReader;
  readonly #options: ReplyOptions;
  readonly #connectTimer: ReturnType<typeof setTimeout>;
  #state: 'opening' | 'idle' | 'busy' | 'closed' = 'opening';
  #socket: Bun.Socket<Connection> | undefined;
  #call: PendingCall | undefined;
  #unsent: Uint8Array | undefined;
  #hasAnswered = false;

  constructor(options: ConnectionOptions, owner: ConnectionOwner) {
    this.#owner = owner;
    this.#reader = new ResponseReader(options);
    this.#options = options;
    this.#connectTimer = setTimeout(giveUpConnecting, options.connectMsMax, this);
    this.#connectTimer.unref();
    // `connectError` reports failed attempts. This reports the failures before an attempt.
    this.#connect(options).catch((error: Error) => this.couldNotConnect(error.message));
  }

  async #connect({ origin, ca, isAllowed }: ConnectionOptions): Promise<void> {
    const { host, port, isTls } = origin;
    const hostname = isAllowed === undefined ? host : await allowedAddress(host, isAllowed);
    if (this.#state !== 'opening') return;
    await Bun.connect<Connection>({
      hostname,
      port,
      data: this,
      socket: isTls ? TLS_HANDLERS : TCP_HANDLERS,
      ...(isTls ? { tls: tlsOptions(host, ca) } : {}),
    });
  }

  start(call: PendingCall): void {
    this.#state = 'busy';
    this.#call = call;
    call.holder = this;
    const bytes = requestBytes(call.head, call.body);
    const written = this.#write(bytes);
    if (written < bytes.length) this.#unsent = Buffer.from(bytes.subarray(written));
  }

  /** The call has timed out. The connection closes, so that a late answer cannot be taken for the next call's. */
  drop(): void {
    this.#call = undefined;
    this.#abort();
  }

  /** Closes the connection while it carries no call. */
  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#socket?.end();
    setTimeout(terminate, CLOSE_MS_MAX, this.#socket).unref();
    this.#owner.closed(this, undefined);
  }

  #abort(): void {
    this.#state = 'closed';
    this.#socket?.terminate();
    this.#owner.closed(this, undefined);
  }

  /** The socket exists. With TLS it cannot be used before the handshake. */
  attached(socket: Bun.Socket<Connection>): void {
    this.#socket = socket;
    if (this.#state === 'closed') socket.terminate();
    else socket.unref();
  }

  ready(): void {
    if (this.#state !== 'opening') return;
    clearTimeout(this.#connectTimer);
    this.#state = 'idle';
    this.#owner.opened(this);
  }

  couldNotConnect(failure: string): void {
    if (this.#state !== 'opening') return;
    clearTimeout(this.#connectTimer);
    this.#state = 'closed';
    this.#socket?.terminate();
    this.#owner.refused(failure);
  }

  received(bytes: Buffer): void {
    const call = this.#call;
    if (call === undefined) {
      // No call is waiting for these bytes.
      if (this.#state === 'idle') this.#abort();
      return;
    }
    const response = this.#reader.push(bytes);
    if (response === undefined) return;
    this.#call = undefined;
    if ('fault' in response) {
      this.#abort();
      call.settle({ failure: response.fault });
      return;
    }
    const reply = replyOf(response, this.#options);
    this.#reader.reset();
    this.#hasAnswered = true;
    if (response.isReusable && this.#unsent === undefined) {
      this.#state = 'idle';
      this.#owner.freed(this);
    } else {
      this.close();
    }
    call.settle(reply);
  }

  drained(): void {
    if (this.#unsent === undefined || this.#state !== 'busy') return;
    const written = this.#write(this.#unsent);
    this.#unsent = written < this.#unsent.length ? this.#unsent.subarray(written) : undefined;
  }

  /** The partner closed it, or the network did. */
  lost(error: Error | undefined): void {
    this.couldNotConnect(error?.message ?? 'the connection ended before it was open');
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#socket?.terminate();
    const call = this.#call;
    this.#call = undefined;
    // The partner probably closed an idle connection while the call was being sent. The call may be repeated.
    const isOrphan = this.#hasAnswered && !this.#reader.hasStarted && call?.isRepeat === false;
    this.#owner.closed(this, isOrphan ? call : undefined);
    if (call === undefined || isOrphan) return;
    const response = error === undefined ? this.#reader.end() : { fault: error.message };
    call.settle(
      'fault' in response ? { failure: response.fault } : replyOf(response, this.#options),
    );
  }

  #write(bytes: Uint8Array): number {
    // A negative number means a closed socket; `lost` is about to be called.
    return Math.max(0, this.#socket?.write(bytes) ?? 0);
  }
}

/** How long to wait for a partner to confirm the end of a TLS connection. */
const CLOSE_MS_MAX = 1000;

function terminate(socket: Bun.Socket<Connection> | undefined): void {
  socket?.terminate();
}

function giveUpConnecting(connection: Connection): void {
  connection.couldNotConnect('could not connect in time');
}

const COMMON_HANDLERS: Bun.SocketHandler<Connection> = {
  data: ({ data: connection }, bytes) => connection.received(bytes),
  drain: ({ data: connection }) => connection.drained(),
  close: ({ data: connection }, error) => connection.lost(error),
  error: ({ data: connection }, error) => connection.lost(error),
  connectError: ({ data: connection }, error) => connection.couldNotConnect(error.message),
};

const TCP_HANDLERS: Bun.SocketHandler<Connection> = {
  ...COMMON_HANDLERS,
  open(socket) {
    socket.data.attached(socket);
    socket.data.ready();
  },
};

const TLS_HANDLERS: Bun.SocketHandler<Connection> = {
  ...COMMON_HANDLERS,
  open: (socket) => socket.data.attached(socket),
  handshake({ data: connection }, isAuthorized, error) {
    if (isAuthorized && error === null) connection.ready();
    else connection.couldNotConnect(error?.message ?? 'the certificate is not trusted');
  },
};

/** An allowed address of the host, or throws. It is connected to by address: a second lookup could find another one. */
async function allowedAddress(
  host: string,
  isAllowed: (address: string) => boolean,
): Promise<string> {
  const found = await lookup(host, { all: true });
  const allowed = found.find(({ address }) => isAllowed(address));
  if (allowed === undefined) throw new Error(NO_ALLOWED_ADDRESS);
  return allowed.address;
}

export const NO_ALLOWED_ADDRESS = 'the host has no address that may be called';

function tlsOptions(host: string, ca: string | undefined): Bun.TLSOptions {
  return {
    rejectUnauthorized: true,
    // The certificate is checked for an address as well, but TLS allows no address as a server name.
    ...(isIP(host) === 0 ? { serverName: host } : {}),
    ...(ca === undefined ? {} : { ca }),
  };
}
