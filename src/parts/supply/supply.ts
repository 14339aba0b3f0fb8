import type { Send } from '../../core/auction/partner.ts';
import type { Host } from '../../host/host.ts';
import { callAddresses } from '../../host/http/buyer-calls.ts';
import { createOutsideClient, SUPPLY_REPLIES } from '../../host/http/client/outside-client.ts';
import { exchangeDomainOf } from '../../host/worker/assemble.ts';
import { createFaultLog } from '../../ledger/fault-log.ts';
import { inTime } from '../../lib/in-time.ts';
import { perObject } from '../../lib/lookup.ts';
import { repeat } from '../../lib/repeat.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { PUBLISHER } from '../../store/account-kinds.ts';
import type { Records } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { checkSupply } from './check-supply.ts';
import type { NamedExchange, SupplyPublisher } from './claim.ts';
import { createFetchFile } from './fetch-file.ts';
import {
  dueChecks,
  dueSince,
  flagOf,
  heldReason,
  type StoredCheck,
  SUPPLY_CHECK,
  supplyKey,
  writeCheck,
} from './supply-check.ts';

/** Checks what publishers publish of this exchange, and knows whom to hold for it. */
export type Supply = ReturnType<typeof startSupply>;

export const supplyOf = perObject((host: Host) => startSupply(settingsOf(host)));

type SupplyParts = {
  readonly records: Records;
  readonly store: Store;
  readonly publishers: () => Iterable<SupplyPublisher>;
  readonly publisherOf: (id: string) => SupplyPublisher | undefined;
  readonly exchange: () => NamedExchange;
  /** Whether `access` is `verified`. */
  readonly isVerifying: () => boolean;
  /** Another one, once the config is. */
  readonly config: () => unknown;
  /** Reaches public addresses alone. */
  readonly send: Send;
  readonly runtime: Pick<Runtime, 'nowMs' | 'tickMs' | 'chance' | 'log'>;
};

/** Between two checks, which leaves the CPU to others. */
const PAUSE_MS = 250;
/** Where nothing is due. */
const IDLE_MS = 10_000;
/** Then who is due is found out anew: a new publisher does not wait for the end of a long list. */
const LIST_MAX = 20;
/** Machines that start together do not begin together. */
const FIRST_MS = 5000;

/** Publishers whose checks may be under way at the same time. */
const UNDER_WAY_MAX = 4;

/** A shutdown waits for no publisher's server: its check is dropped. */
const STOP_MS_MAX = 500;

/** Whose files are checked, for which exchange. */
function settingsOf({ records, store, work, publicUrl, ...runtime }: Host): SupplyParts {
  const config = () => work().setup.config;
  return {
    records,
    store,
    runtime,
    config,
    publishers: () => records.all(PUBLISHER).map(({ definition }) => definition),
    publisherOf: (id) => records.get(PUBLISHER, id)?.definition,
    exchange() {
      const url = publicUrl();
      const [agentUrl] = callAddresses(config(), url);
      return { domain: exchangeDomainOf(config().listen, url), url, agentUrl };
    },
    isVerifying: () => config().access === 'verified',
    send: createOutsideClient(SUPPLY_REPLIES),
  };
}

const NO_REASONS: ReadonlyMap<string, string | undefined> = new Map();

export function startSupply({ send, runtime, ...parts }: SupplyParts) {
  const { records, store, publishers, publisherOf, exchange, isVerifying, config } = parts;
  const { nowMs, tickMs, chance, log } = runtime;
  const keptOf = (id: string) => records.get(SUPPLY_CHECK, supplyKey(id))?.kept;
  const fetcher = createFetchFile(send, tickMs);
  const faults = createFaultLog(
    log,
    'what publishers publish is not checked: the last results count',
    'what publishers publish is checked again',
  );
  const underWay = new Map<string, Promise<StoredCheck>>();
  let isStopped = false;

  /** One check of a publisher at a time: who asks meanwhile gets its result. */
  function check(publisher: SupplyPublisher): Promise<StoredCheck> {
    const { id } = publisher;
    const running = underWay.get(id) ?? run(publisher).finally(() => underWay.delete(id));
    underWay.set(id, running);
    return running;
  }

  async function run(publisher: SupplyPublisher): Promise<StoredCheck> {
    const { id } = publisher;
    const found = await checkSupply(publisher, exchange(), fetcher);
    if (isStopped) throw new Error('this machine stops: the check is dropped');
    const known = keptOf(id)?.last;
    const stored = await writeCheck({ store, nowMs }, id, found);
    const { result, sentence } = found;
    if (result !== known?.check.result) {
      log.info({ publisher: id, result }, `supply checked: ${sentence}`);
    }
    return stored;
  }

  const due: string[] = [];

  function nextDue(): SupplyPublisher | undefined {
    if (due.length === 0) {
      due.push(...dueChecks(publishers(), keptOf, nowMs()).slice(0, LIST_MAX));
    }
    while (due.length > 0) {
      // By chance: two machines seldom check the same one at the same time, and may.
      const [id = ''] = due.splice(Math.floor(chance() * due.length), 1);
      const publisher = publisherOf(id);
      // Another machine may have checked it since.
      if (publisher && dueSince(publisher, keptOf(id), nowMs()) !== undefined) return publisher;
    }
    return undefined;
  }

  let isFirst = true;

  /** Checks one publisher. Resolves to the wait until the next one. */
  async function round(): Promise<number> {
    if (isFirst) {
      isFirst = false;
      return FIRST_MS * (1 + chance());
    }
    const publisher = records.isRead() ? nextDue() : undefined;
    if (publisher === undefined) return IDLE_MS;
    try {
      await check(publisher);
      faults.recovered();
      return PAUSE_MS;
    } catch (error) {
      if (!isStopped) faults.failed(error);
      return IDLE_MS;
    }
  }

  let reasons = NO_REASONS;
  /** What they were found out from. */
  let from: readonly unknown[] = [];

  const stop = repeat(round);
  return {
    /** Checks a publisher now. Rejects where the database does not answer. */
    check,
    /** Whether too many others are being checked. */
    isFullFor: (id: string) => underWay.size >= UNDER_WAY_MAX && !underWay.has(id),
    exchange,
    isVerifying,
    publisherOf,
    /** What speaks against a publisher: domains that do not match each other, or a last check that has not matched. */
    flagOf: (publisher: SupplyPublisher) => flagOf(publisher, keptOf(publisher.id)?.last),
    /**
     * Why each publisher is held; undefined: it is served. Whom it does not name is held too. The same map until something
     * changes. Nothing is known before the checks are read.
     */
    holds(): ReadonlyMap<string, string | undefined> {
      if (!isVerifying()) return NO_REASONS;
      if (!records.isRead()) return reasons;
      const now = [records.revision(), config()];
      if (now.every((one, index) => one === from[index])) return reasons;
      from = now;
      const named = exchange();
      const next = new Map<string, string | undefined>();
      for (const one of publishers()) {
        next.set(one.id, heldReason(one, named, keptOf(one.id)?.last));
      }
      if (!Bun.deepEquals(next, reasons)) reasons = next;
      return reasons;
    },
    async stop(): Promise<void> {
      isStopped = true;
      await inTime(stop(), STOP_MS_MAX, undefined);
    },
  };
}
