import type { Log } from '../../lib/log.ts';
import { perObject } from '../../lib/lookup.ts';
import {
  ADVERTISER,
  blockedDomainsOf,
  PARTNER,
  PUBLISHER,
  type StoredPublisher,
} from '../../store/account-kinds.ts';
import { CAMPAIGN } from '../../store/campaign-kind.ts';
import type { BlockedLine, FeedLine, HeldLine, PublisherLine } from '../../store/feed/feed.ts';
import { type KindedRecord, recordsOf, type StoredRecord } from '../../store/record-kind.ts';
import type { Records } from '../../store/records.ts';
import type { SharedWork } from './machine-state.ts';

/** What the records of the store are in the feed of the workers. */
export function createFeedRows({ partners, campaigns }: SharedWork, records: Records, log: Log) {
  const blockedLines = createBlockedLines();
  const told = new Set<string>();

  function tellOnce(key: string, facts: object, words: string): void {
    if (told.has(key)) return;
    told.add(key);
    log.warn(facts, words);
  }

  /** The config stands above the store. */
  function tellOfConfig(kind: 'publisher' | 'partner', all: readonly StoredName[]): void {
    for (const { id, state } of all) {
      if (records.ofConfig(kind, id) === undefined || state === 'deleted') continue;
      const words = `the config has a ${kind} of this name: that of the store is ignored`;
      tellOnce(`${kind}:${id}`, { [kind]: id }, words);
    }
  }

  /** The lines of records in the feed, and what each campaign is for the budgets. */
  return (changed: readonly KindedRecord[]) => {
    const ofPublishers = recordsOf(PUBLISHER, changed);
    const ofPartners = recordsOf(PARTNER, changed);
    tellOfConfig('publisher', ofPublishers);
    tellOfConfig('partner', ofPartners);
    const ofCampaigns = campaigns.linesOf(recordsOf(CAMPAIGN, changed));
    const lines: readonly FeedLine[] = [
      ...ofPublishers.map(publisherLine),
      ...partners.linesOf(ofPartners),
      ...blockedLines(recordsOf(ADVERTISER, changed)),
      ...ofCampaigns.lines,
    ];
    if (partners.isFull()) tellOnce('partners', {}, TOO_MANY_PARTNERS);
    if (campaigns.isFull()) tellOnce('campaigns', {}, TOO_MANY_CAMPAIGNS);
    return { lines, assigned: ofCampaigns.assigned };
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
  'config and store have had more partners since the start than there can be: those that came last are not asked; restart Parley, which forgets those that were removed';

const TOO_MANY_CAMPAIGNS =
  'more campaigns have served since the start than there can be: those that came last do not; restart Parley, which forgets those that have ended';

const publisherLine = ({ id, state, definition, kept }: StoredPublisher): PublisherLine => ({
  kind: 'publisher',
  id,
  state,
  keys: kept.keys.map(({ hash }) => hash),
  definition,
});

/** Publishers by id, with why they are held; undefined: they are served. The same map until something changes. */
export type HeldPublishers = () => ReadonlyMap<string, string | undefined>;

/** What the feed says of publishers that are held. */
export const heldLines = perObject(
  (held: ReturnType<HeldPublishers>): ReadonlyMap<string, HeldLine> =>
    new Map(
      [...held].map(([publisher, reason = '']) => [publisher, { kind: 'held', publisher, reason }]),
    ),
);
