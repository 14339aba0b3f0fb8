import { Connection, type ConnectionOptions, type ConnectionOwner } from './connection.ts';
import type { PendingCall } from './pending-call.ts';

export type PoolOptions = ConnectionOptions & {
  /** The maximum number of connections to the origin, including those being opened. */
  readonly connectionsMax: number;
  /** An unused connection is closed after this time, or up to half of it earlier. */
  readonly idleMsMax: number;
  /** Called when the pool has neither connections nor calls. */
  readonly onEmpty: () => void;
};

/** The maximum number of calls that wait for a connection. A further call fails at once. */
const WAITING_MAX = 1000;

/** The connections to one partner. */
export class Pool implements ConnectionOwner {
  readonly #options: PoolOptions;
  /** Used as a stack: the connections that are not needed stay unused and are swept. */
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<PendingCall>();
  #openingCount = 0;
  connectionCount = 0;
  #sweeper: ReturnType<typeof setInterval> | undefined;
  #sweepCount = 0;
  /** Whether a connection is closed as soon as no call needs it. */
  #isRetired = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get isAtRest(): boolean {
    return this.connectionCount === this.#idle.length && this.#waiting.size === 0;
  }

  take(call: PendingCall): void {
    const connection = this.#idle.pop();
    if (connection !== undefined) {
      connection.start(call);
    } else if (this.#waiting.size >= WAITING_MAX) {
      call.settle({ failure: 'too many calls wait for a connection' });
    } else {
      this.#wait(call);
    }
  }

  #wait(call: PendingCall): void {
    call.holder = this;
    this.#waiting.add(call);
    this.#openAsNeeded();
  }

  /** Removes a call that waits. A connection that is being opened for it will serve another call. */
  drop(call: PendingCall): void {
    this.#waiting.delete(call);
  }

  closeIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  /** Nothing more is to be asked here. Calls that are under way end as usual. */
  retire(): void {
    this.#isRetired = true;
    this.closeIdle();
  }

  opened(connection: Connection): void {
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
    if (this.#isRetired) this.closeIdle();
  }

  refused(failure: string): void {
    this.connectionCount--;
    this.#openingCount--;
    // One failed connection fails at most one call, and leaves the other waiting calls alone.
    if (this.#waiting.size > this.#openingCount) this.#firstWaiting()?.settle({ failure });
    this.#openAsNeeded();
  }

  closed(connection: Connection, orphan: PendingCall | undefined): void {
    this.connectionCount--;
    const index = this.#idle.lastIndexOf(connection);
    if (index !== -1) this.#idle.splice(index, 1);
    if (orphan !== undefined) {
      orphan.isRepeat = true;
      // Other idle connections may have ended too: it waits for one that is opened, or that has just answered.
      this.#wait(orphan);
      return;
    }
    this.#openAsNeeded();
  }

  #openAsNeeded(): void {
    while (
      this.#waiting.size > this.#openingCount &&
      this.connectionCount < this.#options.connectionsMax
    ) {
      this.#open();
    }
    if (this.connectionCount === 0) {
      clearInterval(this.#sweeper);
      this.#sweeper = undefined;
      this.#options.onEmpty();
    }
  }

  #open(): void {
    this.#openingCount++;
    this.connectionCount++;
    if (this.#sweeper === undefined) {
      this.#sweeper = setInterval(() => this.#sweep(), this.#options.idleMsMax / 2);
      this.#sweeper.unref();
    }
    new Connection(this.#options, this);
  }

  #firstWaiting(): PendingCall | undefined {
    if (this.#waiting.size === 0) return undefined;
    const [call] = this.#waiting;
    if (call !== undefined) this.#waiting.delete(call);
    return call;
  }

  /** Closes the connections that were last used before the last sweep. `#idle` is in the order of use. */
  #sweep(): void {
    const young = this.#idle.findIndex(({ usedAt }) => usedAt === this.#sweepCount);
    const old = this.#idle.splice(0, young === -1 ? this.#idle.length : young);
    this.#sweepCount++;
    for (const connection of old) connection.close();
  }
}
