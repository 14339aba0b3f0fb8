import type { Cause } from '../lib/cause.ts';
import { FILE_CAUSES, FORBIDDEN, FULL_DISK, READ_ONLY } from '../lib/file-causes.ts';

/** Why an entry was not recorded. A notice then gets a 503; bidding continues. */
export type JournalFault = {
  /**
   * 'full': the journals have reached their limit. 'busy': the disk is too slow. The others: a write failed, as the
   * user may not write there, as the disk is mounted read-only, or for another reason.
   */
  readonly kind: 'full' | 'busy' | 'failed' | 'forbidden' | 'read-only';
  /** For the log: it may hold paths and the text of a system error. */
  readonly reason: string;
  /** Of the system error, if there is one. The reason may name another file each time. */
  readonly code?: string | undefined;
};

const KINDS = new Map<Cause | undefined, JournalFault['kind']>([
  [FORBIDDEN, 'forbidden'],
  [READ_ONLY, 'read-only'],
]);

/** Of a write that failed. */
export function faultOfWrite({ code, message }: Error & { readonly code?: string }): JournalFault {
  if (code === undefined) return { kind: 'failed', reason: message };
  const cause = FILE_CAUSES[code];
  const reason = cause === FULL_DISK ? `${FULL_DISK.what}: ${message}` : message;
  return { kind: KINDS.get(cause) ?? 'failed', reason, code };
}

const NO_NOTICES = 'and notices are refused';

/** What an operator is told of each kind. */
export const JOURNAL_CAUSES: Readonly<Record<JournalFault['kind'], Cause>> = {
  busy: {
    what: `the disk under dataDir is too slow, ${NO_NOTICES}`,
    advice:
      'Look what else uses the disk with iostat -x 1 and iotop, or move dataDir to another one.',
  },
  full: {
    what: `the journals are full, ${NO_NOTICES}`,
    advice:
      'Bring the database back, which empties them. Never delete journals: what is in them is not billed yet.',
  },
  failed: {
    what: `the disk under dataDir is full or broken, ${NO_NOTICES}`,
    advice:
      'Make room on it: df -h and df -i on dataDir, and journalFaults of GET /status has what the system answered. Never delete journals.',
  },
  forbidden: { ...FORBIDDEN, what: `${FORBIDDEN.what}, ${NO_NOTICES}` },
  'read-only': { ...READ_ONLY, what: `${READ_ONLY.what}, ${NO_NOTICES}` },
};
