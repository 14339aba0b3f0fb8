import { Connection, type ConnectionOptions, type ConnectionOwner } from './connection.ts';
import type { PendingCall } from './pending-call.ts';

export type PoolOptions = ConnectionOptions & {
  readonly connectionsMax: number;
  readonly idleMsMax: number;
  /** It has neither connections nor calls any more. */
  readonly onEmpty: () => void;
};

/** Calls that may wait for a connection; one more fails at once. */
const WAITING_MAX = 1000;

/** The connections to one partner. */
export class Pool implements ConnectionOwner {
  readonly #options: PoolOptions;
  /** The one used last is taken first, so that those there is no need for grow old. */
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<PendingCall>();
  /** On their way for whoever waits longest. */
  #openingCount = 0;
  /** On their way for the call that is made again, which must not get a used one. */
  readonly #reserved = new Map<Connection, PendingCall>();
  #connectionCount = 0;
  #sweeper: ReturnType<typeof setInterval> | undefined;
  #sweepCount = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get isAtRest(): boolean {
    return this.#connectionCount === this.#idle.length && this.#waiting.size === 0;
  }

  get connectionCount(): number {
    return this.#connectionCount;
  }

  take(call: PendingCall): void {
    const connection = this.#idle.pop();
    if (connection !== undefined) {
      connection.start(call);
    } else if (this.#waiting.size >= WAITING_MAX) {
      call.settle({ failure: 'too many calls wait for a connection' });
    } else {
      call.holder = this;
      this.#waiting.add(call);
      this.#openAsNeeded();
    }
  }

  /** Lets go of a call that waits. A connection that is on its way for it will serve another. */
  drop(call: PendingCall): void {
    this.#waiting.delete(call);
    for (const [connection, reserved] of this.#reserved) {
      if (reserved !== call) continue;
      this.#reserved.delete(connection);
      this.#openingCount++;
    }
  }

  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  opened(connection: Connection): void {
    const reserved = this.#reserved.get(connection);
    if (reserved !== undefined) {
      this.#reserved.delete(connection);
      connection.start(reserved);
      return;
    }
    this.#openingCount--;
    this.freed(connection);
  }

  freed(connection: Connection): void {
    const call = this.#firstWaiting();
    if (call !== undefined) {
      connection.start(call);
      return;
    }
    connection.usedAt = this.#sweepCount;
    this.#idle.push(connection);
  }

  refused(connection: Connection, failure: string): void {
    this.#connectionCount--;
    const reserved = this.#reserved.get(connection);
    if (reserved !== undefined) {
      this.#reserved.delete(connection);
      reserved.settle({ failure });
    } else {
      this.#openingCount--;
      // No more calls fail than connections, so that one refusal does not fail all that wait.
      if (this.#waiting.size > this.#openingCount) this.#firstWaiting()?.settle({ failure });
    }
    this.#openAsNeeded();
  }

  closed(connection: Connection, orphan: PendingCall | undefined): void {
    this.#connectionCount--;
    const place = this.#idle.lastIndexOf(connection);
    if (place !== -1) this.#idle.splice(place, 1);
    if (orphan !== undefined) {
      orphan.isRepeat = true;
      orphan.holder = this;
      this.#reserved.set(this.#open(), orphan);
    }
    this.#openAsNeeded();
  }

  #openAsNeeded(): void {
    while (
      this.#waiting.size > this.#openingCount &&
      this.#connectionCount < this.#options.connectionsMax
    ) {
      this.#openingCount++;
      this.#open();
    }
    if (this.#connectionCount === 0) {
      clearInterval(this.#sweeper);
      this.#sweeper = undefined;
      this.#options.onEmpty();
    }
  }

  #open(): Connection {
    this.#connectionCount++;
    if (this.#sweeper === undefined) {
      this.#sweeper = setInterval(() => this.#sweep(), this.#options.idleMsMax / 2);
      this.#sweeper.unref();
    }
    return new Connection(this.#options, this);
  }

  #firstWaiting(): PendingCall | undefined {
    if (this.#waiting.size === 0) return undefined;
    const [call] = this.#waiting;
    if (call !== undefined) this.#waiting.delete(call);
    return call;
  }

  /** Closes what has not been used since before the last sweep. Idle ones lie in the order of their use. */
  #sweep(): void {
    const young = this.#idle.findIndex(({ usedAt }) => usedAt === this.#sweepCount);
    const old = this.#idle.splice(0, young === -1 ? this.#idle.length : young);
    this.#sweepCount++;
    for (const connection of old) connection.close();
  }
}
