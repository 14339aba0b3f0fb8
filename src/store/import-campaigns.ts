import { isDeepStrictEqual } from 'node:util';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { CampaignFaults, checkCampaign } from '../demand/campaigns/read-campaigns.ts';
import { type Difference, differencesOf } from '../lib/differences.ts';
import { boundedFaults } from '../lib/faults.ts';
import type { Author } from '../lib/op.ts';
import type { Database, Query } from '../lib/sql/database.ts';
import { reviewsOf } from './approved-version.ts';
import { CAMPAIGN_TABLE, type NextCampaign } from './campaign-table.ts';
import type { ImportEntry, LineFault } from './read-import.ts';
import { type StoredCampaign, storeKey } from './stored-campaign.ts';
import { changeIn } from './write-store.ts';

type ImportOptions = {
  readonly partner: string;
  readonly entries: readonly ImportEntry[];
  /** Of campaigns that are new. The others keep theirs. */
  readonly state: 'draft' | 'active' | 'paused';
  /**
   * By id, the revisions that somebody has seen in a preview, null where there was no campaign. Entries that are not
   * here are left out. undefined: all are taken, whatever there is.
   */
  readonly seen?: ReadonlyMap<string, number | null>;
  readonly needsApproval: boolean;
  readonly author: Author;
  readonly nowMs: number;
  /** Told after each portion how many entries are done. */
  readonly onDone?: (done: number) => void;
};

/** What an entry comes to. */
export type ImportedEntry = {
  readonly line: number;
  readonly campaign: string;
  /** Of the campaign that there is, and after an import of the one that was made. Null: there is none. */
  readonly revision: number | null;
} & (
  | { readonly outcome: 'created' | 'unchanged' }
  | { readonly outcome: 'changed'; readonly changes: readonly Difference[] }
  /** `more`: how many faults there are beyond those. */
  | { readonly outcome: 'refused'; readonly faults: readonly EntryFault[]; readonly more: number }
);

/** Why an entry is refused. `field` is '' where the reason is about all of it. */
type EntryFault = LineFault & { readonly field: string };

/** There may be thousands of entries in one answer. */
export const ENTRY_FAULTS_MAX = 10;

type Decided = { readonly shown: ImportedEntry; readonly campaign?: Campaign };

/** What an entry makes of the campaign that there is. */
function decided(entry: ImportEntry, current: StoredCampaign | undefined): Decided {
  const at = { line: entry.line, campaign: entry.id, revision: current?.revision ?? null };
  const campaign = checkCampaign(entry.applied(current?.campaign));
  if (campaign instanceof CampaignFaults) {
    const { shown, more } = boundedFaults(campaign.faults, campaign.more, ENTRY_FAULTS_MAX);
    const faults = shown.map(({ path, reason }) => ({
      line: entry.lineOf(path),
      field: path,
      reason,
    }));
    return { shown: { ...at, outcome: 'refused', faults, more } };
  }
  if (current === undefined) return { shown: { ...at, outcome: 'created' }, campaign };
  if (isDeepStrictEqual(current.campaign, campaign)) {
    return { shown: { ...at, outcome: 'unchanged' } };
  }
  const changes = differencesOf(current.campaign, campaign);
  return { shown: { ...at, outcome: 'changed', changes }, campaign };
}

/** What an import would do, entry by entry. */
export function previewImport(
  entries: readonly ImportEntry[],
  currentOf: (campaign: string) => StoredCampaign | undefined,
): readonly ImportedEntry[] {
  const firsts = firstEntries(entries);
  return entries.map(
    (entry) => repeated(entry, firsts) ?? decided(entry, currentOf(entry.id)).shown,
  );
}

/** Campaigns of one transaction. A server that runs meanwhile waits for it. */
const PORTION = 50;

/** Creates the campaigns that are new and replaces those that differ. Campaigns that are not named stay. */
export async function importCampaigns(
  database: Pick<Database, 'transaction'>,
  options: ImportOptions,
): Promise<readonly ImportedEntry[]> {
  const firsts = firstEntries(options.entries);
  const wanted = options.entries.filter(({ id }) => options.seen?.has(id) ?? true);
  const results: ImportedEntry[] = [];
  for (let start = 0; start < wanted.length; start += PORTION) {
    const portion = wanted.slice(start, start + PORTION);
    const done = await database.transaction(async (query) => {
      const made: ImportedEntry[] = [];
      for (const entry of portion) {
        made.push(repeated(entry, firsts) ?? (await importOne(query, entry, options)));
      }
      return made;
    });
    results.push(...done);
    options.onDone?.(results.length);
  }
  return results;
}

async function importOne(
  query: Query,
  entry: ImportEntry,
  { partner, state, seen, needsApproval, author, nowMs }: ImportOptions,
): Promise<ImportedEntry> {
  type NotMade = { readonly kind: 'not-made'; readonly shown: ImportedEntry };
  let shown: ImportedEntry | undefined;
  const result = await changeIn<StoredCampaign, NextCampaign, NotMade>(query, CAMPAIGN_TABLE, {
    key: storeKey(partner, entry.id),
    action: 'import',
    author,
    nowMs,
    decide(current) {
      const revision = current?.revision ?? null;
      if (seen !== undefined && seen.get(entry.id) !== revision) {
        return { kind: 'not-made', shown: collision(entry, current) };
      }
      const next = decided(entry, current);
      shown = next.shown;
      const { campaign } = next;
      if (campaign === undefined) return { kind: 'not-made', shown: next.shown };
      const reviews = reviewsOf(campaign, current, needsApproval ? 'waiting' : 'approved');
      return { partner, state: current?.state ?? state, campaign, reviews };
    },
  });
  if ('kind' in result) return result.shown;
  if (shown === undefined) throw new Error('expected an import that was decided');
  return { ...shown, revision: result.revision };
}

function collision({ line, id }: ImportEntry, current: StoredCampaign | undefined): ImportedEntry {
  const reason =
    current === undefined
      ? 'it was deleted after the preview: preview the file again'
      : `${current.changedBy} has changed it after the preview: preview the file again`;
  const at = { line, campaign: id, revision: current?.revision ?? null };
  return { ...at, outcome: 'refused', faults: [{ line, field: '', reason }], more: 0 };
}

function firstEntries(entries: readonly ImportEntry[]): ReadonlyMap<string, ImportEntry> {
  return new Map(entries.toReversed().map((entry) => [entry.id, entry]));
}

/** Of two entries with one id the first counts. */
function repeated(
  entry: ImportEntry,
  firsts: ReadonlyMap<string, ImportEntry>,
): ImportedEntry | undefined {
  const { id, line } = entry;
  const first = firsts.get(id);
  if (id === '' || first === undefined || first === entry) return undefined;
  const reason = `"${id}" is used twice: line ${first.line} has it already`;
  const fault = { line: entry.lineOf('id'), field: 'id', reason };
  return { line, campaign: id, revision: null, outcome: 'refused', faults: [fault], more: 0 };
}
