import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../lib/log.ts';
import { ADVERTISER, PARTNER, PUBLISHER } from '../../store/account-kinds.ts';
import type { KindedRecord } from '../../store/record-kind.ts';
import type { Records } from '../../store/records.ts';

/** Publishers, partners and blocked advertisers as a file, for a start while the database does not answer. */
export type KeptAccounts = ReturnType<typeof createKeptAccounts>;

/** The kinds by which workers serve. */
export const KEPT_KINDS = [PUBLISHER.name, PARTNER.name, ADVERTISER.name];

type KeptFile = { readonly ledger: string; readonly records: readonly KindedRecord[] };

/** Somebody who changes accounts one after the other costs one file in this time. */
const KEEP_AFTER_MS = 2000;

/** `ledgerId` names the database: what another one had is not used. */
export function createKeptAccounts(dataDir: string, ledgerId: string, log: Log) {
  const file = join(dataDir, 'accounts.json');
  let waiting: Pick<Records, 'stored'> | undefined;
  let timer: Timer | undefined;

  function write(): void {
    timer = undefined;
    if (waiting === undefined) return;
    const records = waiting
      .stored()
      .filter(({ kind, record }) => KEPT_KINDS.includes(kind) && isOfUse(kind, record.state));
    waiting = undefined;
    const kept: KeptFile = { ledger: ledgerId, records };
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
    read(): readonly KindedRecord[] | undefined {
      try {
        const { ledger, records } = JSON.parse(readFileSync(file, 'utf8')) as KeptFile;
        return ledger === ledgerId ? records : undefined;
      } catch {
        return undefined;
      }
    },
    /** Written a moment later. */
    keep(records: Pick<Records, 'stored'>): void {
      waiting = records;
      timer ??= setTimeout(write, KEEP_AFTER_MS);
    },
    stop(): void {
      clearTimeout(timer);
      write();
    },
  };
}

/** Of the advertisers, workers have those that are blocked. */
const isOfUse = (kind: string, state: string) => kind !== ADVERTISER.name || state === 'blocked';
