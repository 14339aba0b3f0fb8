import type { Send } from '../../core/auction/partner.ts';
import { createFaultLog } from '../../ledger/fault-log.ts';
import { inTime } from '../../lib/in-time.ts';
import { repeat } from '../../lib/repeat.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database } from '../../lib/sql/database.ts';
import type { Records } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { checkSupply } from './check-supply.ts';
import type { NamedExchange, SupplyPublisher } from './claim.ts';
import { createFetchFile } from './fetch-file.ts';
import { flagOf, heldPublishers } from './held.ts';
import {
  beginCheck,
  dueChecks,
  dueSince,
  type StoredCheck,
  SUPPLY_CHECK,
  supplyKey,
  writeCheck,
} from './supply-check.ts';

/** Checks what publishers publish of this exchange, and knows whom to hold for it. */
export type Supply = ReturnType<typeof startSupply>;

type SupplyParts = {
  /** Throws while it cannot be reached. */
  readonly database: () => Database;
  readonly records: Records;
  readonly store: Store;
  readonly publishers: () => Iterable<SupplyPublisher>;
  readonly publisherOf: (id: string) => SupplyPublisher | undefined;
  readonly exchange: () => NamedExchange;
  /** Whether `access` is `verified`. */
  readonly isVerifying: () => boolean;
  /** Reaches public addresses alone. */
  readonly send: Send;
  readonly runtime: Pick<Runtime, 'nowMs' | 'tickMs' | 'chance' | 'log'>;
};

/** Between two checks, which leaves the CPU to others. */
const PAUSE_MS = 250;
/** Where nothing is due. */
const IDLE_MS = 10_000;
/** Who is due is found out anew after this: a new publisher does not wait for the end of a long list. */
const LIST_MS = 60_000;
/** Machines that start together do not begin together. */
const FIRST_MS = 5000;

/** A shutdown waits for no publisher's server: its check is dropped. */
const STOP_MS_MAX = 500;

const NOT_CHECKED = 'what publishers publish is not checked: the last results count';

export function startSupply(parts: SupplyParts) {
  const { records, publishers, publisherOf, runtime } = parts;
  const { nowMs, chance, log } = runtime;
  const keptOf = (id: string) => records.get(SUPPLY_CHECK, supplyKey(id))?.kept;
  const checkOf = (id: string) => keptOf(id)?.last;
  const holds = createHolds(parts, checkOf);
  const faults = createFaultLog(log, NOT_CHECKED, 'what publishers publish is checked again');
  const due = createDueList();
  let isStopped = false;
  let isFirst = true;
  const check = createChecks({
    ...parts,
    database() {
      if (isStopped) throw new Error('the database cannot be reached');
      return parts.database();
    },
  });

  /** The publishers that are due, one after the other. */
  function createDueList() {
    let list: string[] = [];
    let listedMs = Number.NEGATIVE_INFINITY;
    return {
      next(): SupplyPublisher | undefined {
        if (list.length === 0 || runtime.tickMs() - listedMs > LIST_MS) {
          list = dueChecks(publishers(), keptOf, nowMs()).toReversed();
          listedMs = runtime.tickMs();
        }
        for (let id = list.pop(); id !== undefined; id = list.pop()) {
          const publisher = publisherOf(id);
          // Another machine may have checked it since.
          if (publisher && dueSince(publisher, keptOf(id), nowMs()) !== undefined) return publisher;
        }
        return undefined;
      },
      /** What is due is found out anew. */
      forget(): void {
        list = [];
      },
    };
  }

  /** Checks one publisher. Resolves to the wait until the next one. */
  async function round(): Promise<number> {
    if (isFirst) {
      isFirst = false;
      return FIRST_MS * (1 + chance());
    }
    const publisher = records.isRead() ? due.next() : undefined;
    if (publisher === undefined) return IDLE_MS;
    try {
      if (await beginCheck({ ...parts, nowMs }, publisher.id)) await check(publisher);
      faults.recovered();
      return PAUSE_MS;
    } catch (error) {
      if (!isStopped) faults.failed(error);
      due.forget();
      return IDLE_MS;
    }
  }

  const stop = repeat(round);
  return {
    /** Checks a publisher now. Rejects where the database does not answer. */
    check,
    exchange: parts.exchange,
    isVerifying: parts.isVerifying,
    publisherOf,
    /** What speaks against a publisher: domains that do not match each other, or a last check that has not matched. */
    flagOf: (publisher: SupplyPublisher): string | undefined =>
      flagOf(publisher, checkOf(publisher.id)),
    /** Why each publisher is held; undefined: it is served. The same map until something changes. */
    holds: holds.reasons,
    /** Others are there, or with other domains. */
    publishersChanged(): void {
      due.forget();
      holds.forget();
    },
    async stop(): Promise<void> {
      isStopped = true;
      await inTime(stop(), STOP_MS_MAX, undefined);
    },
  };
}

/** One check of a publisher at a time: who asks meanwhile gets its result. */
function createChecks(parts: SupplyParts) {
  const { records, exchange, send, runtime } = parts;
  const { nowMs, tickMs, log } = runtime;
  const fetcher = createFetchFile(send, tickMs);
  const underWay = new Map<string, Promise<StoredCheck>>();

  async function run(publisher: SupplyPublisher): Promise<StoredCheck> {
    const { id } = publisher;
    const check = await checkSupply(publisher, exchange(), fetcher);
    parts.database();
    const known = records.get(SUPPLY_CHECK, supplyKey(id));
    const checking = { ...parts, nowMs };
    if (known === undefined) await beginCheck(checking, id);
    const stored = await writeCheck(checking, id, check);
    const { result, sentence } = check;
    if (result !== known?.kept.last?.check.result) {
      log.info({ publisher: id, result }, `supply checked: ${sentence}`);
    }
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
function createHolds(
  { publishers, exchange, isVerifying, records }: SupplyParts,
  checkOf: (publisher: string) => StoredCheck | undefined,
) {
  let reasons = NO_REASONS;
  /** What it was found out from. */
  let revision: number | undefined;
  return {
    reasons(): ReadonlyMap<string, string | undefined> {
      if (!isVerifying()) return NO_REASONS;
      if (!records.isRead() || records.revision() === revision) return reasons;
      revision = records.revision();
      const all = heldPublishers(publishers(), exchange(), checkOf);
      const next = new Map<string, string | undefined>();
      for (const { publisher, reason } of all) next.set(publisher, reason);
      if (!Bun.deepEquals(next, reasons)) reasons = next;
      return reasons;
    },
    /** They are found out anew. */
    forget(): void {
      revision = undefined;
    },
  };
}

const NO_REASONS: ReadonlyMap<string, string | undefined> = new Map();
