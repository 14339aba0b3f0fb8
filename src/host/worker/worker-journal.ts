import { journalFolderOf } from '../../ledger/data-folder.ts';
import { createDeliveryTally } from '../../ledger/delivery/delivery-tally.ts';
import {
  JOURNAL_FAULTS,
  type JournalFault,
  openJournal,
  segmentBytesFor,
} from '../../ledger/journal.ts';
import type { JournalEntry, TalliedMinute } from '../../ledger/journal-line.ts';
import { createRequestSamples, portionsOf } from '../../ledger/samples/sample-requests.ts';
import { createTally } from '../../ledger/tally.ts';
import type { Log } from '../../lib/log.ts';
import { createRareLog } from '../../lib/rare-log.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';

/** The journal of a worker, with the counts that are flushed to it. Counts without space are lost. */
export type WorkerJournal = ReturnType<typeof openWorkerJournal>;

type WorkerJournalParts = {
  readonly dataDir: string;
  /** Never used before: the ledger stores positions under it. */
  readonly name: string;
  /** Workers that write to the same folder. */
  readonly workers: number;
  readonly nowMs: () => number;
  readonly chance: () => number;
  readonly log: Log;
};

/** A part of the counts is flushed each time. */
const FLUSH_STEP_MS = 100;

/** A worker that is killed loses at most the counts of this time: two seconds where there are few, ten at high load. */
const FLUSH_STEPS = { few: 20, many: 100 };

/** Less often: with many campaigns these are many rows. */
const DELIVERY_FLUSH_MS = 5000;

/** The more often, the fewer samples a busy worker holds. */
const SAMPLES_FLUSH_MS = 2000;

export function openWorkerJournal(parts: WorkerJournalParts) {
  const { dataDir, name, workers, nowMs, chance, log } = parts;
  // A full disk stays full for many writes, and is tried again several times a second.
  const logRarely = createRareLog(log, () => performance.now(), 'error');
  const logFault = (fault: JournalFault, facts: object, message: string) => {
    logRarely(`${fault.kind} ${message}`, { ...facts, ...fault }, message);
  };
  const journal = openJournal({
    folder: journalFolderOf(dataDir),
    name,
    onFault: (fault) => logFault(fault, {}, 'the journal accepts no entries'),
    segmentBytesMax: segmentBytesFor(workers),
  });
  const tally = createTally(nowMs, { steps: FLUSH_STEPS });

  const add = (entry: JournalEntry) => {
    const fault = journal.add(entry);
    if (fault === undefined) return;
    logFault(fault, { entry: entry.kind }, `an entry is lost: ${JOURNAL_FAULTS[fault.kind]}`);
  };
  const addTallies = (tallies: readonly TalliedMinute[]) => {
    for (const tally of tallies) add({ kind: 'tally', tally });
  };
  const flushDelivery = () => {
    for (const cells of delivery.flush()) add({ kind: 'delivery', cells });
  };
  const delivery = createDeliveryTally(nowMs, flushDelivery);
  const samples = createRequestSamples({ nowMs, chance, workers });
  const flushSamples = () => {
    for (const portion of portionsOf(samples.flush())) add({ kind: 'samples', samples: portion });
  };
  const timers = [
    setInterval(() => addTallies(tally.flushStep()), FLUSH_STEP_MS),
    setInterval(flushDelivery, DELIVERY_FLUSH_MS),
    setInterval(flushSamples, SAMPLES_FLUSH_MS),
  ];

  return {
    /** Resolves when the entry is on disk, or to a 503. */
    async record(entry: JournalEntry): Promise<'kept' | Refusal> {
      const fault = await journal.append(entry);
      return fault === undefined
        ? 'kept'
        : refuse.unavailable(`the notice was not recorded: ${JOURNAL_FAULTS[fault.kind]}`);
    },
    tally,
    delivery,
    samples,
    /** Why entries are rejected, or the last write failed. undefined where neither is so. */
    fault: journal.fault,
    /** Entries with counts that are lost, since the start. */
    lostEntries: journal.lostEntries,
    /** Flushes the counts and samples and closes the journal. */
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      addTallies(tally.flush());
      flushDelivery();
      flushSamples();
      await journal.close();
    },
  };
}
