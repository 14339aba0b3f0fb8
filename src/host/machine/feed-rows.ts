import type { Log } from '../../lib/log.ts';
import { ADVERTISER, blockedDomainsOf, PARTNER, PUBLISHER } from '../../store/account-kinds.ts';
import { CAMPAIGN } from '../../store/campaign-kind.ts';
import type { BlockedLine, FeedLine } from '../../store/feed/feed.ts';
import { type KindedRecord, recordsOf, type StoredRecord } from '../../store/record-kind.ts';
import { createCampaignRows } from './campaign-rows.ts';
import { createFeedFile } from './feed-file.ts';
import { createPublisherLines } from './publisher-lines.ts';
import type { SharedWork } from './shared-files.ts';

/** What the records of the store have in one shared memory, and its feed. */
export function createFeedRows(work: SharedWork, log: Log) {
  const campaigns = createCampaignRows(work);
  const publishers = createPublisherLines(work.setup.config);
  const { partners } = work;
  const blockedLines = createBlockedLines();
  const told = new Set<string>();

  /** The config stands above the store. Told once for each memory: the operator may change either of them. */
  function tellOfConfig(kind: 'publisher' | 'partner', all: readonly StoredName[]): void {
    const { isOfConfig } = kind === 'publisher' ? publishers : partners;
    for (const { id, state } of all) {
      const name = `${kind}:${id}`;
      if (!isOfConfig(id) || state === 'deleted' || told.has(name)) continue;
      told.add(name);
      log.warn(
        { [kind]: id },
        `the config has a ${kind} of this name: that of the store is ignored`,
      );
    }
  }

  return {
    feed: createFeedFile(work.assignment.feedFile),
    rowOf: campaigns.rowOf,
    accountFor: campaigns.accountFor,
    /** The lines of records in the feed, and what each campaign is for the budgets. */
    linesOf(records: readonly KindedRecord[]) {
      const ofPublishers = recordsOf(PUBLISHER, records);
      const ofPartners = recordsOf(PARTNER, records);
      tellOfConfig('publisher', ofPublishers);
      tellOfConfig('partner', ofPartners);
      const { lines, assigned } = campaigns.linesOf(recordsOf(CAMPAIGN, records));
      const all: readonly FeedLine[] = [
        ...publishers.linesOf(ofPublishers),
        ...partners.linesOf(ofPartners),
        ...blockedLines(recordsOf(ADVERTISER, records)),
        ...lines,
      ];
      return { lines: all, assigned };
    },
    /** Whether something has no row, and new memory would have one for it. */
    takeFull(): boolean {
      const ofPartners = partners.takeFull();
      if (ofPartners === 'too-many') log.error({}, TOO_MANY_PARTNERS);
      return campaigns.takeFull() || ofPartners === 'renew';
    },
  };
}

/**
 * One line has all that is blocked, so that a worker which missed lines is right with the next one. It is written again
 * with every change of an advertiser, since what was written before may have failed.
 */
function createBlockedLines() {
  const known = new Map<string, StoredRecord>();
  let isTold = false;
  return (changed: readonly StoredRecord[]): readonly BlockedLine[] => {
    for (const one of changed) known.set(one.id, one);
    const domains = blockedDomainsOf(known.values());
    isTold ||= domains.length > 0;
    return isTold && changed.length > 0 ? [{ kind: 'blocked', domains }] : [];
  };
}

type StoredName = { readonly id: string; readonly state: string };

const TOO_MANY_PARTNERS =
  'config and store have more partners than there can be: those that came last are not asked; remove some';
