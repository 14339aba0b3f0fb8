import type { StoredCampaign } from './stored-campaign.ts';

/** More than one person changes before taking it back; each is a campaign as it was. */
export const UNDO_MAX = 5000;

export type UndoMemory = ReturnType<typeof createUndoMemory>;

/** How campaigns were before the latest changes that this machine has made, by the revision of each change. */
export function createUndoMemory(countMax = UNDO_MAX) {
  const before = new Map<number, StoredCampaign>();
  return {
    keep(revision: number, stored: StoredCampaign): void {
      before.set(revision, stored);
      if (before.size <= countMax) return;
      const [oldest] = before.keys();
      if (oldest !== undefined) before.delete(oldest);
    },
    of: (revision: number): StoredCampaign | undefined => before.get(revision),
  };
}
