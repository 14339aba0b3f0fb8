import type { Send } from '../../core/auction/partner.ts';
import { createFaultLog } from '../../ledger/fault-log.ts';
import { takeRound } from '../../ledger/take-round.ts';
import { inTime } from '../../lib/in-time.ts';
import { repeat } from '../../lib/repeat.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database } from '../../lib/sql/database.ts';
import { checkSupply } from './check-supply.ts';
import type { NamedExchange, SupplyPublisher } from './claim.ts';
import { dueChecks } from './due-checks.ts';
import { createFetchFile } from './fetch-file.ts';
import { flagOf } from './flag.ts';
import { followChecks } from './follow-checks.ts';
import { heldPublishers } from './held.ts';
import type { StoredCheck } from './standing.ts';
import { writeCheck } from './supply-store.ts';

/** Checks what publishers publish of this exchange, and knows whom to hold for it. */
export type Supply = ReturnType<typeof startSupply>;

type SupplyParts = {
  readonly database: () => Database | undefined;
  readonly publishers: () => Iterable<SupplyPublisher>;
  readonly publisherOf: (id: string) => SupplyPublisher | undefined;
  readonly exchange: () => NamedExchange;
  /** Whether `access` is `verified`. */
  readonly isVerifying: () => boolean;
  /** Reaches public addresses alone. */
  readonly send: Send;
  /** Its name in the database. */
  readonly machine: string;
  readonly runtime: Pick<Runtime, 'nowMs' | 'tickMs' | 'chance' | 'log'>;
};

/** How often the checks of other machines are looked for. */
const FOLLOW_MS = 2000;
/** Between two checks, which leaves the CPU to others. */
const PAUSE_MS = 250;
/** Where nothing is due, or another machine checks. */
const IDLE_MS = 10_000;
/** Who is due is found out anew after this: a new publisher does not wait for the end of a long list. */
const LIST_MS = 60_000;
/** Machines that start together do not begin together. */
const FIRST_MS = 5000;

/** A shutdown waits for no publisher's server: its check is dropped. */
const STOP_MS_MAX = 500;

const NOT_READ =
  'checks of what publishers publish cannot be read: publishers are held or served as before';
const NOT_CHECKED = 'what publishers publish is not checked: the last results count';

export function startSupply(given: SupplyParts) {
  let isStopped = false;
  const parts = { ...given, database: () => (isStopped ? undefined : given.database()) };
  const { nowMs, chance, log } = parts.runtime;
  const follower = followChecks();
  const holds = createHolds(parts, follower);
  const check = createChecks(parts, follower, holds.tell);
  const readFaults = createFaultLog(
    log,
    NOT_READ,
    'checks of what publishers publish are read again',
  );
  const checkFaults = createFaultLog(log, NOT_CHECKED, 'what publishers publish is checked again');
  const due = createDueList(parts, follower);
  let isFirst = true;

  async function follow(): Promise<number> {
    const database = parts.database();
    if (database === undefined || !hasSellers(parts.publishers())) return FOLLOW_MS;
    try {
      if (await follower.read(database.query)) holds.tell();
      readFaults.recovered();
    } catch (error) {
      readFaults.failed(error);
    }
    return FOLLOW_MS;
  }

  /** Checks one publisher. Resolves to the wait until the next one. */
  async function round(): Promise<number> {
    if (isFirst) {
      isFirst = false;
      return FIRST_MS * (1 + chance());
    }
    const database = parts.database();
    const publisher = follower.isRead() ? due.next() : undefined;
    if (database === undefined || publisher === undefined) return IDLE_MS;
    try {
      if (await takeRound(database, 'supply', parts.machine, nowMs())) {
        await check(publisher);
        checkFaults.recovered();
        return PAUSE_MS;
      }
    } catch (error) {
      if (!isStopped) checkFaults.failed(error);
    }
    due.forget();
    return IDLE_MS;
  }

  const stops = [repeat(follow), repeat(round)];
  return {
    /** Checks a publisher now. Rejects where the database does not answer. */
    check,
    exchange: parts.exchange,
    isVerifying: parts.isVerifying,
    publisherOf: parts.publisherOf,
    /** What speaks against a publisher: domains that do not match each other, or a last check that has not matched. */
    flagOf: (publisher: SupplyPublisher): string | undefined =>
      flagOf(publisher, follower.checkOf(publisher.id)),
    /** Why each publisher is held; undefined: it is served. The same map until something changes. */
    holds: holds.reasons,
    /** Others are there, or with other domains. */
    publishersChanged(): void {
      due.forget();
      holds.tell();
    },
    /** The database went back. */
    readAnew: follower.readAnew,
    async stop(): Promise<void> {
      isStopped = true;
      await inTime(Promise.all(stops.map((stop) => stop())), STOP_MS_MAX, undefined);
    },
  };
}

type Follower = ReturnType<typeof followChecks>;

function hasSellers(publishers: Iterable<SupplyPublisher>): boolean {
  for (const { seller } of publishers) if (seller !== undefined) return true;
  return false;
}

/** The publishers that are due, one after the other. */
function createDueList({ publishers, publisherOf, runtime }: SupplyParts, follower: Follower) {
  const { nowMs, tickMs } = runtime;
  let list: string[] = [];
  let listedMs = Number.NEGATIVE_INFINITY;
  return {
    next(): SupplyPublisher | undefined {
      if (list.length === 0 || tickMs() - listedMs > LIST_MS) {
        list = dueChecks(publishers(), follower.checkOf, nowMs()).toReversed();
        listedMs = tickMs();
      }
      const id = list.pop();
      return id === undefined ? undefined : publisherOf(id);
    },
    /** What is due is found out anew. */
    forget(): void {
      list = [];
    },
  };
}

/** One check of a publisher at a time: who asks meanwhile gets its result. */
function createChecks(
  { database, exchange, send, runtime }: SupplyParts,
  follower: Follower,
  tellHolds: () => void,
) {
  const { nowMs, tickMs, log } = runtime;
  const fetcher = createFetchFile(send, tickMs);
  const underWay = new Map<string, Promise<StoredCheck>>();

  async function run(publisher: SupplyPublisher): Promise<StoredCheck> {
    const { id } = publisher;
    const check = await checkSupply(publisher, exchange(), fetcher);
    const open = database();
    if (open === undefined) throw new Error('the database cannot be reached');
    const before = follower.checkOf(id)?.check.result;
    const stored = await writeCheck(open, id, check, nowMs());
    follower.take(id, stored);
    tellHolds();
    const { result, sentence } = check;
    if (result !== before) log.info({ publisher: id, result }, `supply checked: ${sentence}`);
    return stored;
  }

  return (publisher: SupplyPublisher): Promise<StoredCheck> => {
    const known = underWay.get(publisher.id);
    if (known !== undefined) return known;
    const running = run(publisher).finally(() => underWay.delete(publisher.id));
    underWay.set(publisher.id, running);
    return running;
  };
}

/** Whom to hold. Nothing is known before the checks are read. */
function createHolds({ publishers, exchange, isVerifying }: SupplyParts, follower: Follower) {
  let reasons = NO_REASONS;
  return {
    /** Finds out anew. */
    tell(): void {
      if (!isVerifying() || !follower.isRead()) return;
      const all = heldPublishers(publishers(), exchange(), follower.checkOf);
      const next = new Map<string, string | undefined>();
      for (const { publisher, reason } of all) next.set(publisher, reason);
      if (!Bun.deepEquals(next, reasons)) reasons = next;
    },
    reasons: () => (isVerifying() ? reasons : NO_REASONS),
  };
}

const NO_REASONS: ReadonlyMap<string, string | undefined> = new Map();
