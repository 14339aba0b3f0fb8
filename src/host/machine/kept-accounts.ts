import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../lib/log.ts';
import type { StoredAdvertiser } from '../../store/advertiser-record.ts';
import type { StoredAccounts } from '../../store/known-accounts.ts';
import type { StoredPartner, StoredPublisher } from '../../store/stored-account.ts';

/** Publishers, partners and blocked advertisers as a file, for a start while the database does not answer. */
export type KeptAccounts = ReturnType<typeof createKeptAccounts>;

type KeptRecords = {
  readonly publishers: readonly StoredPublisher[];
  readonly partners: readonly StoredPartner[];
  /** Those that are blocked. */
  readonly advertisers: readonly StoredAdvertiser[];
};

type KeptFile = KeptRecords & { readonly ledger: string };

/** Somebody who changes accounts one after the other costs one file in this time. */
const KEEP_AFTER_MS = 2000;

/** `ledgerId` names the database: what another one had is not used. */
export function createKeptAccounts(dataDir: string, ledgerId: string, log: Log) {
  const file = join(dataDir, 'accounts.json');
  let waiting: StoredAccounts | undefined;
  let timer: Timer | undefined;

  function write(): void {
    timer = undefined;
    if (waiting === undefined) return;
    const { publishers, partners, advertisers } = waiting;
    waiting = undefined;
    const kept: KeptFile = {
      ledger: ledgerId,
      publishers: [...publishers.values()],
      partners: [...partners.values()],
      advertisers: [...advertisers.values()].filter(({ state }) => state === 'blocked'),
    };
    try {
      // It has the headers of partners, as the config has, and hashes of keys.
      writeFileSync(`${file}.next`, JSON.stringify(kept), { mode: 0o600 });
      renameSync(`${file}.next`, file);
    } catch (error) {
      log.warn({ err: error }, 'publishers and partners of the store could not be kept in a file');
    }
  }

  return {
    /** What the last run knew of this database; undefined: nothing is kept. */
    read(): KeptRecords | undefined {
      try {
        const { ledger, ...kept } = JSON.parse(readFileSync(file, 'utf8')) as KeptFile;
        return ledger === ledgerId ? kept : undefined;
      } catch {
        return undefined;
      }
    },
    /** Written a moment later. */
    keep(accounts: StoredAccounts): void {
      waiting = accounts;
      timer ??= setTimeout(write, KEEP_AFTER_MS);
    },
    stop(): void {
      clearTimeout(timer);
      write();
    },
  };
}
