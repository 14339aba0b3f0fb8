import type { Query } from '../ledger/database.ts';
import { readChanges, readState } from './read-store.ts';
import { type StoredCampaign, storeKey } from './stored-campaign.ts';

export type StoreFollower = ReturnType<typeof followStore>;

type StoreReading = {
  readonly changed: readonly StoredCampaign[];
  readonly takeIn: () => void;
};

/** How far the store was read. */
type Known = {
  /** The last change. undefined: there was none. */
  readonly last: StoredCampaign | undefined;
  /** Whether the history has that change. Somebody may have deleted it there. */
  readonly isInHistory: boolean;
};

const NOTHING: Known = { last: undefined, isInHistory: false };

const PAGE = 500;

/** Follows the store, also where the database goes back. `onWentBack` is told where it has lost what was taken in. */
export function followStore(onWentBack: (words: string) => void) {
  const campaigns = new Map<string, StoredCampaign>();
  const readable: ReadonlyMap<string, StoredCampaign> = campaigns;
  let known = NOTHING;
  /** How often everything was to be read anew, and how many of these readings were taken in. */
  let [anewWanted, anewDone] = [1, 0];

  const reading = (
    changed: readonly StoredCampaign[],
    next: Known,
    anew: number,
  ): StoreReading => ({
    changed,
    takeIn() {
      for (const stored of changed) campaigns.set(keyOf(stored), stored);
      known = next;
      anewDone = anew;
    },
  });

  return {
    /** What differs from what was taken in. Until `takeIn` is called, the next reading has it again. */
    async read(query: Query): Promise<StoreReading> {
      const { last, isInHistory } = known;
      const lastRevision = last?.revision ?? 0;
      const { revision, hasChange } = await readState(query, last);
      const isBack = revision < lastRevision || (isInHistory && !hasChange);
      if (isBack && anewDone === anewWanted) {
        onWentBack(backWords(lastRevision, revision));
        anewWanted++;
      }
      if (anewDone < anewWanted) {
        const anew = anewWanted;
        const found = await readAll(query, 0);
        const end = found.at(-1);
        const { hasChange: isEndInHistory } = await readState(query, end);
        const next = { last: end, isInHistory: isEndInHistory };
        return reading(differences(campaigns, found), next, anew);
      }
      const changed = revision === lastRevision ? [] : await readAll(query, lastRevision);
      const end = changed.at(-1);
      return reading(changed, end ? { last: end, isInHistory: true } : known, anewDone);
    },
    /** Makes the next reading one of everything. */
    readAnew(): void {
      anewWanted++;
    },
    /** What was taken in, by key. A campaign that the database has lost is a deleted one. */
    campaigns: readable,
    /** Of the last change that was taken in. */
    revision: () => known.last?.revision ?? 0,
  };
}

function backWords(before: number, now: number): string {
  if (now < before) return `the campaign store went back from revision ${before} to ${now}`;
  return `the campaign store went back, and has other changes up to revision ${before} now`;
}

/** All changes after a revision, the earliest first. */
async function readAll(query: Query, afterRevision: number): Promise<readonly StoredCampaign[]> {
  const all: StoredCampaign[] = [];
  for (;;) {
    const page = await readChanges(query, all.at(-1)?.revision ?? afterRevision, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

export const keyOf = ({ partner, campaign }: StoredCampaign) => storeKey(partner, campaign.id);

/** The campaigns that the database has in another form. Those that it does not have are deleted. */
function differences(
  campaigns: ReadonlyMap<string, StoredCampaign>,
  found: readonly StoredCampaign[],
): readonly StoredCampaign[] {
  const keys = new Set(found.map(keyOf));
  const gone = [...campaigns.values()].filter((stored) => !keys.has(keyOf(stored)));
  const isOther = (stored: StoredCampaign) => {
    const last = campaigns.get(keyOf(stored));
    return last?.revision !== stored.revision || last.changedMs !== stored.changedMs;
  };
  return [
    ...gone.map((stored): StoredCampaign => ({ ...stored, state: 'deleted' })),
    ...found.filter(isOther),
  ];
}
