import type { Entry } from '../ledger/entry.ts';
import { type JournalFault, openJournal, segmentBytesFor } from '../ledger/journal.ts';
import { journalFolderOf } from '../ledger/locations.ts';
import { createTally, type TallyCounter } from '../ledger/tally.ts';
import type { Log } from '../lib/log.ts';
import { type Refusal, refuse } from '../openrtb/refusal.ts';

/** What a worker wants to be kept goes through here into its journal. */
export type Keeper = {
  /** Resolves when it is on disk, or with why it is not. */
  readonly keep: (entry: Entry) => Promise<'kept' | Refusal>;
  /** Not waited for. */
  readonly add: (entry: Entry) => void;
  readonly tally: TallyCounter;
  /** What was added and is lost, since the start. */
  readonly lostEntries: () => number;
  readonly close: () => Promise<void>;
};

export type KeeperParts = {
  readonly dataDir: string;
  /** Never used before: the ledger remembers journals by it. */
  readonly name: string;
  /** How many write to the folder. */
  readonly workers: number;
  readonly nowMs: () => number;
  readonly log: Log;
};

/** How much of what was counted is lost with a worker that is killed. */
const FLUSH_MS = 2000;

export function openKeeper({ dataDir, name, workers, nowMs, log }: KeeperParts): Keeper {
  const folder = journalFolderOf(dataDir);
  const onFault = (fault: JournalFault) => log.error({ ...fault }, 'the journal takes nothing');
  const journal = openJournal({
    folder,
    name,
    onFault,
    segmentBytesMax: segmentBytesFor(workers),
  });
  const tally = createTally({ nowMs });
  let dropped = 0;

  const add = (entry: Entry) => {
    if (journal.add(entry)) return;
    // Said once for a while: a disk that is full stays so for longer than a request.
    if (dropped++ === 0) log.error({ kind: entry.kind }, 'the journal has no room; this is lost');
  };
  const flush = () => {
    dropped = 0;
    for (const one of tally.flush()) add({ kind: 'tally', tally: one });
  };
  const timer = setInterval(flush, FLUSH_MS);

  return {
    async keep(entry) {
      const fault = await journal.append(entry);
      return fault === undefined
        ? 'kept'
        : refuse.unavailable(`the notice was not kept: ${fault.reason}`);
    },
    add,
    tally,
    lostEntries: journal.lostEntries,
    async close() {
      clearInterval(timer);
      flush();
      await journal.close();
    },
  };
}
