import type { Host } from '../../host/host.ts';
import type { SupplyDocument } from '../../host/offers.ts';
import { op } from '../../host/op.ts';
import { inTime } from '../../lib/in-time.ts';
import { told } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { ADAGENTS_PATH, adagentsEntry } from './adagents.ts';
import { adsTxtLines } from './ads-txt.ts';
import {
  declaredDomain,
  type NamedExchange,
  originMismatches,
  type SupplyPublisher,
} from './claim.ts';
import { FETCH_MS_MAX } from './fetch-file.ts';
import { type Supply, supplyOf } from './supply.ts';
import {
  checkOfDomain,
  holdOf,
  type StoredCheck,
  SUPPLY_CHECK,
  supplyKey,
} from './supply-check.ts';

/** Of an answer: longer than the slowest servers may take, of which one names a file of another. */
const ANSWER_MS_MAX = 2 * FETCH_MS_MAX + 2000;

/** Longer than `ANSWER_MS_MAX`: the check says itself that it takes long. */
const SUPPLY_WAIT_MS_MAX = 20_000;

/** A check of so short ago is shown again: a publisher's server is not to be called as often as somebody clicks. */
const FRESH_MS = 10_000;

const TOO_MANY = refuse.rateLimited('several publishers are being checked: wait a few seconds');
const UNDER_WAY = refuse.underWay(
  'the check takes long, since a server that it asks is slow: it goes on, and the last check shows what it found once it has ended',
);

type Checks = Pick<Host, 'store' | 'nowMs'> & { readonly supply: Supply };

const checksOf = (host: Host): Checks => ({
  store: host.store,
  nowMs: host.nowMs,
  supply: supplyOf(host),
});

function documentOf(
  publisher: SupplyPublisher,
  exchange: NamedExchange,
  stored: StoredCheck | undefined,
  isVerifying: boolean,
): SupplyDocument {
  const domain = declaredDomain(publisher);
  const entry = adagentsEntry(publisher, exchange);
  const known = checkOfDomain(stored, domain);
  return {
    publisher: publisher.id,
    domain: domain ?? null,
    adsTxt: {
      urls:
        domain === undefined ? [] : [`https://${domain}/ads.txt`, `https://${domain}/app-ads.txt`],
      lines: adsTxtLines(publisher, exchange),
    },
    adagents: entry === undefined ? null : { url: `https://${domain}${ADAGENTS_PATH}`, entry },
    mismatches: known?.check.mismatches ?? originMismatches(publisher),
    lastCheck: known === undefined ? null : lastCheckOf(known),
    held: (isVerifying ? holdOf(publisher, exchange, stored) : undefined) ?? null,
  };
}

function lastCheckOf({ atMs, check: { result, sentence, files } }: StoredCheck) {
  return { at: new Date(atMs).toISOString(), result, sentence, files };
}

async function readSupply(
  { supply, store }: Checks,
  id: string,
): Promise<SupplyDocument | Refusal> {
  const publisher = supply.publisherOf(id);
  if (publisher === undefined) return refuse.notFound(`no publisher is called "${id}"`);
  const stored = await store.read(SUPPLY_CHECK, supplyKey(id));
  return documentOf(publisher, supply.exchange(), stored?.kept.last, supply.isVerifying());
}

/** Fetches the files now. */
export async function checkNow(checks: Checks, id: string): Promise<SupplyDocument | Refusal> {
  const { supply, nowMs } = checks;
  const last = await readSupply(checks, id);
  const publisher = supply.publisherOf(id);
  if (last instanceof Refusal || publisher === undefined) return last;
  const { lastCheck } = last;
  if (lastCheck !== null && nowMs() - Date.parse(lastCheck.at) < FRESH_MS) return last;
  if (supply.isFullFor(id)) return TOO_MANY;
  const stored = await inTime(supply.check(publisher), ANSWER_MS_MAX, UNDER_WAY);
  if (stored instanceof Refusal) return stored;
  return documentOf(publisher, supply.exchange(), stored, supply.isVerifying());
}

/** What publishers publish of this exchange. */
export const SUPPLY_OPS = [
  op('GET /api/publishers/{publisher}/supply', {
    role: 'read',
    openTo: 'publishers',
    summary: 'The lines that a publisher has to publish, and what the last check has found',
    answer: told<SupplyDocument>(),
    run: ({ host, parts }) => readSupply(checksOf(host), parts.publisher),
  }),
  op('POST /api/publishers/{publisher}/supply/check', {
    role: 'ads',
    openTo: 'publishers',
    summary: 'Fetches what it publishes, and says what was found',
    answer: told<SupplyDocument>(),
    waitMsMax: SUPPLY_WAIT_MS_MAX,
    run: ({ host, parts }) => checkNow(checksOf(host), parts.publisher),
  }),
] as const;
