import type { Host } from '../../../host/host.ts';
import { inTime } from '../../../lib/in-time.ts';
import type { SupplyPublisher } from '../claim.ts';
import { FETCH_MS_MAX } from '../fetch-file.ts';
import type { StoredCheck } from '../standing.ts';
import { type SupplyDocument, supplyDocument } from '../supply-document.ts';
import { readCheck } from '../supply-store.ts';
import type { SupplyApi } from './supply-api.ts';

/** Publishers whose checks people may have under way at the same time on this machine. */
const CHECKS_MAX = 4;

/** Of an answer: longer than the slowest servers may take, of which one names a file of another. */
const ANSWER_MS_MAX = 2 * FETCH_MS_MAX + 2000;

/** A check of so short ago is shown again: a publisher's server is not to be called as often as somebody clicks. */
const FRESH_MS = 10_000;

export function supplyAnswers({
  supply,
  ledger,
  nowMs,
}: Pick<Host, 'supply' | 'ledger' | 'nowMs'>): SupplyApi {
  /** By publisher: the slow server of one takes one place, however many people of it ask. */
  const underWay = new Map<string, Promise<SupplyDocument>>();

  async function lastOf(publisher: string) {
    const database = ledger.database();
    if (database === undefined) throw new Error('the database cannot be reached');
    return readCheck(database.query, publisher);
  }

  async function read(id: string) {
    const publisher = supply.publisherOf(id);
    if (publisher === undefined) return undefined;
    return documentOf(publisher, await lastOf(id));
  }

  async function checkNow(publisher: SupplyPublisher) {
    return documentOf(publisher, await supply.check(publisher));
  }

  function documentOf(publisher: SupplyPublisher, stored: StoredCheck | undefined) {
    return supplyDocument(publisher, supply.exchange(), stored, supply.isVerifying());
  }

  return {
    read,
    async check(id) {
      const publisher = supply.publisherOf(id);
      const last = await read(id);
      if (publisher === undefined || last === undefined) return undefined;
      const { lastCheck } = last;
      if (lastCheck !== null && nowMs() - Date.parse(lastCheck.at) < FRESH_MS) return last;
      const known = underWay.get(id);
      if (known === undefined && underWay.size >= CHECKS_MAX) return 'too-many';
      const checking = known ?? checkNow(publisher).finally(() => underWay.delete(id));
      underWay.set(id, checking);
      return inTime(checking, ANSWER_MS_MAX, 'under-way');
    },
  };
}
