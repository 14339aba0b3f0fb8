import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { version } from '../../package.json';
import type { Config } from '../config/config.ts';
import { traitsOf } from '../demand/kinds.ts';
import { type DatabaseLocation, openDatabase } from '../ledger/database.ts';
import { sentencesOf } from '../ledger/diagnose.ts';
import { databaseLocationOf, databaseNameOf, journalFolderOf } from '../ledger/locations.ts';
import { SCHEMA_VERSION, spreadReason } from '../ledger/migrate.ts';
import { journalBytes } from '../ledger/segments.ts';
import { inTime } from '../lib/in-time.ts';
import { isPublicIp } from '../lib/ip.ts';

/** What the first start of this version does to the data, and whether it can run on it at all. It changes nothing. */
export async function upgradeNotes(config: Config) {
  const location = databaseLocationOf(config);
  const waiting = await journalBytes(journalFolderOf(config.dataDir));
  const journals = `journals: ${waiting} bytes wait and are brought into the database`;
  if (location.kind === 'sqlite' && !existsSync(location.file)) {
    return { lines: [`database: ${location.file} is new`, journals], isPossible: true };
  }
  const found = await ledgerVersion(location);
  if (typeof found === 'string') return { lines: [found], isPossible: false };
  if (found > SCHEMA_VERSION) {
    const newer = `database: ledger version ${found} is newer than version ${SCHEMA_VERSION} of Parley ${version}`;
    return { lines: [newer, RESTORE_INSTEAD], isPossible: false };
  }
  const steps = SCHEMA_VERSION - found;
  const database =
    steps === 0
      ? `database: ledger version ${found}, which Parley ${version} uses as it is`
      : `database: ledger version ${found}, and the start makes it version ${SCHEMA_VERSION} in one transaction`;
  const machines = found > 0 && found <= LEDGER_VERSION_OF_0_1 ? [`machines: ${STOP_ALL}`] : [];
  return { lines: [database, journals, ...machines], isPossible: true };
}

const RESTORE_INSTEAD =
  'restore a backup of the older version instead: docs/deploy/backup.md#restore';

/** The last that 0.1 has written. */
const LEDGER_VERSION_OF_0_1 = 7;

const STOP_ALL =
  'the ledger is that of 0.1, so stop all machines of 0.1 before the first one of this version starts; those of 0.1 ' +
  'could neither read its notices nor write to its database';

/** Or why there is none. */
async function ledgerVersion(location: DatabaseLocation): Promise<number | string> {
  try {
    const database = await openDatabase(location);
    try {
      const [row] = await database.query('select version from schema_version');
      const version = Number(row?.version ?? 0);
      const spread = await spreadReason(database.query, version);
      return spread === undefined ? version : `database: ${spread}`;
    } finally {
      await database.close();
    }
  } catch (error) {
    const { message } = error as Error;
    if (/schema_version/.test(message)) return 0;
    return `${databaseNameOf(location)}: ${sentencesOf(error)}`;
  }
}

const LOOKUP_MS_MAX = 5000;

/** A sentence for each bidder whose own URL let its notices go to internal addresses in 0.1.0, if its config is silent. */
export async function lostTrustNotes({ partners }: Config): Promise<readonly string[]> {
  const undecided = partners.filter((entry) => traitsOf(entry).internalNotices === undefined);
  const notes = undecided.map(async (partner) =>
    'url' in partner && (await hasInternalAddress(partner.url))
      ? [`partner ${partner.name}: ${LOST}`]
      : [],
  );
  return (await Promise.all(notes)).flat();
}

const LOST =
  'its url has an internal address, which no longer lets its notices go to one; set internalNotices: true if they should';

function hasInternalAddress(url: string): Promise<boolean> {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isInternal = lookup(host, { all: true }).then(
    (found) => found.some(({ address }) => !isPublicIp(address)),
    // A host that is not found was never trusted.
    () => false,
  );
  return inTime(isInternal, LOOKUP_MS_MAX, false);
}
