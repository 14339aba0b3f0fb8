import type { Send } from '../../core/auction/partner.ts';
import type { Host } from '../../host/host.ts';
import { callAddresses } from '../../host/http/buyer-calls.ts';
import { createOutsideClient, SUPPLY_REPLIES } from '../../host/http/client/outside-client.ts';
import type { SupplyDocument } from '../../host/offers.ts';
import { exchangeDomainOf } from '../../host/worker/assemble.ts';
import { createFaultLog } from '../../ledger/fault-log.ts';
import { inTime } from '../../lib/in-time.ts';
import { perObject } from '../../lib/lookup.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { repeat } from '../../lib/repeat.ts';
import { PUBLISHER } from '../../store/account-kinds.ts';
import { ADAGENTS_PATH, adagentsEntry } from './adagents.ts';
import { adsTxtLines } from './ads-txt.ts';
import { checkSupply } from './check-supply.ts';
import {
  declaredDomain,
  type NamedExchange,
  originMismatches,
  type SupplyPublisher,
} from './claim.ts';
import { createFetchFile, FETCH_MS_MAX } from './fetch-file.ts';
import {
  checkOfDomain,
  dueChecks,
  dueSince,
  flagOf,
  heldReason,
  holdOf,
  type StoredCheck,
  SUPPLY_CHECK,
  supplyKey,
  writeCheck,
} from './supply-check.ts';

/** Checks what publishers publish of this exchange, and knows whom to hold for it. */
export const supplyOf = perObject((host: Host) => startSupply(host));

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

/** Longer than the slowest servers may take, of which one names a file of another. */
const ANSWER_MS_MAX = 2 * FETCH_MS_MAX + 2000;

/** A check of so short ago is shown again: a publisher's server is not to be called as often as somebody clicks. */
const FRESH_MS = 10_000;

/** A shutdown waits for no publisher's server: its check is dropped. */
const STOP_MS_MAX = 500;

const TOO_MANY = refuse.rateLimited('several publishers are being checked: wait a few seconds');
const UNDER_WAY = refuse.underWay(
  'the check takes long, since a server that it asks is slow: it goes on, and the last check shows what it found once it has ended',
);

const NO_REASONS: ReadonlyMap<string, string | undefined> = new Map();

/** `send` reaches public addresses alone. */
export function startSupply(host: Host, send: Send = createOutsideClient(SUPPLY_REPLIES)) {
  const { records, store, work, publicUrl, nowMs, tickMs, chance, log } = host;
  const config = () => work().setup.config;
  const isVerifying = () => config().access === 'verified';
  const keptOf = (id: string) => records.get(SUPPLY_CHECK, supplyKey(id))?.kept;
  const publisherOf = (id: string): SupplyPublisher | undefined =>
    records.get(PUBLISHER, id)?.definition;
  const fetcher = createFetchFile(send, tickMs);
  const faults = createFaultLog(
    log,
    'what publishers publish is not checked: the last results count',
    'what publishers publish is checked again',
  );
  const underWay = new Map<string, Promise<StoredCheck>>();
  let isStopped = false;

  function exchange(): NamedExchange {
    const url = publicUrl();
    const [agentUrl] = callAddresses(config(), url);
    return { domain: exchangeDomainOf(config().listen, url), url, agentUrl };
  }

  /** One check of a publisher at a time: who asks meanwhile gets its result. Rejects where the database does not answer. */
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
      const publishers = records.all(PUBLISHER).map(({ definition }) => definition);
      due.push(...dueChecks(publishers, keptOf, nowMs()).slice(0, LIST_MAX));
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

  function documentOf(publisher: SupplyPublisher, stored: StoredCheck | undefined): SupplyDocument {
    const named = exchange();
    const domain = declaredDomain(publisher);
    const entry = adagentsEntry(publisher, named);
    const known = checkOfDomain(stored, domain);
    const files = domain === undefined ? [] : ['ads.txt', 'app-ads.txt'];
    return {
      publisher: publisher.id,
      domain: domain ?? null,
      adsTxt: {
        urls: files.map((file) => `https://${domain}/${file}`),
        lines: adsTxtLines(publisher, named),
      },
      adagents: entry === undefined ? null : { url: `https://${domain}${ADAGENTS_PATH}`, entry },
      mismatches: known?.check.mismatches ?? originMismatches(publisher),
      lastCheck: known === undefined ? null : shownCheck(known),
      held: (isVerifying() ? holdOf(publisher, named, stored) : undefined) ?? null,
    };
  }

  async function read(id: string): Promise<SupplyDocument | Refusal> {
    const publisher = publisherOf(id);
    if (publisher === undefined) return refuse.notFound(`no publisher is called "${id}"`);
    const stored = await store.read(SUPPLY_CHECK, supplyKey(id));
    return documentOf(publisher, stored?.kept.last);
  }

  const stop = repeat(round);
  return {
    check,
    /** What a publisher has to publish, and what was found. */
    read,
    /** Fetches the files of a publisher now. */
    async checkNow(id: string): Promise<SupplyDocument | Refusal> {
      const last = await read(id);
      const publisher = publisherOf(id);
      if (last instanceof Refusal || publisher === undefined) return last;
      const { lastCheck } = last;
      if (lastCheck !== null && nowMs() - Date.parse(lastCheck.at) < FRESH_MS) return last;
      if (underWay.size >= UNDER_WAY_MAX && !underWay.has(id)) return TOO_MANY;
      const stored = await inTime(check(publisher), ANSWER_MS_MAX, UNDER_WAY);
      return stored instanceof Refusal ? stored : documentOf(publisher, stored);
    },
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
      const next = new Map(
        records
          .all(PUBLISHER)
          .map(({ id, definition }) => [id, heldReason(definition, named, keptOf(id)?.last)]),
      );
      if (!Bun.deepEquals(next, reasons)) reasons = next;
      return reasons;
    },
    async stop(): Promise<void> {
      isStopped = true;
      await inTime(stop(), STOP_MS_MAX, undefined);
    },
  };
}

function shownCheck({ atMs, check: { result, sentence, files } }: StoredCheck) {
  return { at: new Date(atMs).toISOString(), result, sentence, files };
}
