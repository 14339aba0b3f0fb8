import type { Host } from '../../host/host.ts';
import { op } from '../../host/op.ts';
import { inTime } from '../../lib/in-time.ts';
import { perObject } from '../../lib/lookup.ts';
import { told } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import type { SupplyPublisher } from './claim.ts';
import { FETCH_MS_MAX } from './fetch-file.ts';
import { type StoredCheck, SUPPLY_CHECK, supplyKey } from './supply-check.ts';
import { type SupplyDocument, supplyDocument } from './supply-document.ts';

/** Publishers whose checks people may have under way at the same time on this machine. */
const CHECKS_MAX = 4;

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

/** What a publisher has to publish, and what was found. */
export const supplyOf = perObject(
  ({ supply, store, nowMs }: Pick<Host, 'supply' | 'store' | 'nowMs'>) => {
    /** By publisher: the slow server of one takes one place, however many people of it ask. */
    const underWay = new Map<string, Promise<SupplyDocument>>();

    const documentOf = (publisher: SupplyPublisher, last: StoredCheck | undefined) =>
      supplyDocument(publisher, supply.exchange(), last, supply.isVerifying());

    async function read(id: string): Promise<SupplyDocument | Refusal> {
      const publisher = supply.publisherOf(id);
      if (publisher === undefined) return refuse.notFound(`no publisher is called "${id}"`);
      const stored = await store.read(SUPPLY_CHECK, supplyKey(id));
      return documentOf(publisher, stored?.kept.last);
    }

    const checkNow = async (publisher: SupplyPublisher) =>
      documentOf(publisher, await supply.check(publisher));

    return {
      read,
      /** Fetches the files now. */
      async check(id: string): Promise<SupplyDocument | Refusal> {
        const last = await read(id);
        const publisher = supply.publisherOf(id);
        if (last instanceof Refusal || publisher === undefined) return last;
        const { lastCheck } = last;
        if (lastCheck !== null && nowMs() - Date.parse(lastCheck.at) < FRESH_MS) return last;
        const known = underWay.get(id);
        if (known === undefined && underWay.size >= CHECKS_MAX) return TOO_MANY;
        const checking = known ?? checkNow(publisher).finally(() => underWay.delete(id));
        underWay.set(id, checking);
        return inTime(checking, ANSWER_MS_MAX, UNDER_WAY);
      },
    };
  },
);

/** What publishers publish of this exchange. */
export const SUPPLY_OPS = [
  op('GET /api/publishers/{publisher}/supply', {
    role: 'read',
    summary: 'The lines that a publisher has to publish, and what the last check has found',
    answer: told<SupplyDocument>(),
    run: ({ host, parts }) => supplyOf(host).read(parts.publisher),
  }),
  op('POST /api/publishers/{publisher}/supply/check', {
    role: 'ads',
    summary: 'Fetches what it publishes, and says what was found',
    answer: told<SupplyDocument>(),
    waitMsMax: SUPPLY_WAIT_MS_MAX,
    run: ({ host, parts }) => supplyOf(host).check(parts.publisher),
  }),
] as const;
