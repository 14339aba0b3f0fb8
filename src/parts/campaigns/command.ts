import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { command, failOf, tellFaults } from '../../host/command/command.ts';
import { misfit } from '../../host/command/option-values.ts';
import { withProgress } from '../../host/command/progress.ts';
import { type Config, ConfigFault, loadConfig } from '../../host/config/config.ts';
import {
  entriesOf,
  exported,
  exportText,
  IMPORT_FORMATS,
  type Importable,
  type ImportedEntry,
  type ImportFormat,
  importEntries,
} from '../../host/import-ops.ts';
import { databaseLocationOf, databaseNameOf } from '../../ledger/data-folder.ts';
import { prepareSchema } from '../../ledger/schema.ts';
import { boundedFaults } from '../../lib/faults.ts';
import { FileFault } from '../../lib/file-fault.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Database, openDatabase } from '../../lib/sql/database.ts';
import { parseYaml } from '../../lib/yaml.ts';
import { readRecords } from '../../store/records.ts';
import { createStore } from '../../store/store.ts';
import { importOf, storePartners } from './campaign.ts';

const HELP = `The campaigns of the store, from a file and into one

Usage: parley campaigns export <partner> [file]
       parley campaigns import <partner> <file>

  partner            the name of a partner with store: true in this folder's config
  file               campaigns as docs/campaigns.md describes them; export prints them without one
  --format <format>  yaml, json, or csv with a line for each campaign (by the name of the file, else yaml)
  --preview          import: says what would change, and changes nothing
  --state <state>    import: the state of new campaigns, active or draft (active);
                     export: only campaigns of this state, else all that are not archived
  --help             this text

A campaign that the store has already is replaced where the file differs, and keeps its state.
A server that runs takes the changes up within seconds.
`;

const STATES = {
  import: ['active', 'draft'],
  export: ['active', 'paused', 'draft', 'archived'],
} as const;

type CampaignsCommand = {
  readonly file: string | undefined;
  readonly state: string | undefined;
  readonly format: ImportFormat;
  readonly isPreview: boolean;
};

/** `parley campaigns export|import`: also while a server runs on the same database. */
export const campaigns = command({
  name: 'campaigns',
  help: HELP,
  options: {
    state: { type: 'string' },
    format: { type: 'string' },
    preview: { type: 'boolean' },
  },
  read(values, [action, partner, file, ...others]) {
    if (action !== 'export' && action !== 'import') {
      throw new Error(`expected export or import, but got ${action ?? 'nothing'}`);
    }
    if (partner === undefined) throw new Error('expected the name of a partner');
    if (action === 'import' && file === undefined) throw new Error('expected a file to import');
    if (others.length > 0) throw new Error(`expected one file, but got ${others.length + 1}`);
    const states: readonly string[] = STATES[action];
    const { state } = values;
    if (state !== undefined && !states.includes(state)) {
      throw misfit('state', `one of ${states.join(', ')}`, state);
    }
    const isPreview = values.preview ?? false;
    return { action, partner, file, state, format: formatOf(values.format, file), isPreview };
  },
  async run(asked) {
    const config = loadConfig(process.env, process.cwd());
    if (config instanceof ConfigFault) return fail(config.message, 1);
    const partner = storePartners(config).find(({ name }) => name === asked.partner);
    if (partner === undefined) {
      return fail(`the config has no partner "${asked.partner}" with store: true`, 1);
    }
    try {
      await withStore(config, async (database) => {
        const records = await readRecords(database.query, {});
        const store = createStore({
          database: () => database,
          nowMs: Date.now,
          newId: () => crypto.randomUUID(),
          ofConfig: records.ofConfig,
          countOfConfig: records.countOfConfig,
          // A server that runs looks for changes every second.
          refresh: async () => {},
        });
        const state = asked.state === 'draft' ? 'draft' : 'active';
        const importable = importOf({ records, store, nowMs: Date.now }, partner, state);
        return asked.action === 'export'
          ? exportTo(importable, asked)
          : importFrom(importable, asked);
      });
    } catch (error) {
      fail(`${databaseNameOf(databaseLocationOf(config))}: ${(error as Error).message}`, 1);
    }
  },
});

async function withStore(config: Config, work: (database: Database) => Promise<void>) {
  const database = await openDatabase(databaseLocationOf(config));
  try {
    const fault = await prepareSchema(database);
    if (fault !== undefined) return fail(fault.reason, 1);
    await work(database);
  } finally {
    await database.close();
  }
}

async function exportTo(
  importable: Importable,
  { file, state, format }: CampaignsCommand,
): Promise<void> {
  const definitions = exported(importable, state === undefined ? {} : { state });
  const text = await withProgress('exporting campaigns', () =>
    exportText(importable, definitions, format),
  );
  if (file === undefined) process.stdout.write(text);
  else {
    try {
      writeFileSync(resolve(file), text);
    } catch (error) {
      return fail(`${file} cannot be written: ${(error as Error).message}`, 1);
    }
    process.stdout.write(`${definitions.length} campaigns are in ${file}\n`);
  }
}

async function importFrom(
  importable: Importable,
  { file = '', format, isPreview }: CampaignsCommand,
): Promise<void> {
  const text = textOf(file);
  if (text instanceof FileFault) return tellFaults(text.sentences);
  const entries = entriesOf(importable, format === 'csv' ? text : parseYaml(text));
  if (entries instanceof Refusal) {
    const { faults = [] } = entries.details;
    return tellFaults(boundedFaults(faults.map((one) => `${file}, ${one.field}: ${one.reason}`)));
  }
  const present = importable.present();
  const planned = await withProgress(`checking ${file}`, () =>
    importEntries(importable, entries, present),
  );
  // A faulty file is refused as a whole.
  if (planned.some(({ outcome }) => outcome === 'refused')) return tellRefused(file, planned);
  if (isPreview) return void process.stdout.write(previewText(planned));
  const done = await withProgress('importing campaigns', () =>
    importEntries(importable, entries, present, AUTHOR),
  );
  process.stdout.write(countsText(done));
  // Somebody else has changed them since they were checked.
  if (done.some(({ outcome }) => outcome === 'refused')) tellRefused(file, done);
}

const AUTHOR = { who: 'parley campaigns import', role: 'admin' };

function tellRefused(file: string, entries: readonly ImportedEntry[]): void {
  const faults = entries.flatMap((entry) =>
    entry.faults.map(({ line, field, reason }) => {
      const path = [entry.id, field].filter((name) => name !== '').join(': ');
      return `${file}, line ${line}: ${path === '' ? '' : `${path}: `}${reason}`;
    }),
  );
  tellFaults(boundedFaults(faults));
}

function textOf(file: string): string | FileFault {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch (error) {
    return new FileFault(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function countsText(entries: readonly ImportedEntry[]): string {
  const countOf = (wanted: ImportedEntry['outcome']) =>
    entries.filter(({ outcome }) => outcome === wanted).length;
  return `${countOf('new')} created, ${countOf('changed')} changed, ${countOf('same')} unchanged\n`;
}

function previewText(entries: readonly ImportedEntry[]): string {
  const words = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));
  const lines = entries.flatMap(({ id, outcome, changes }) => {
    if (outcome === 'new') return `${id}: new`;
    return changes.map(({ field, from, to }) => `${id}: ${field}: ${words(from)} → ${words(to)}`);
  });
  return `${lines.map((line) => `${line}\n`).join('')}${countsText(entries)}`;
}

const fail = failOf('campaigns');

function formatOf(asked: string | undefined, file = ''): ImportFormat {
  const wanted = asked ?? /\.(csv|json)$/i.exec(file)?.[1]?.toLowerCase() ?? 'yaml';
  const format = IMPORT_FORMATS.find((one) => one === wanted);
  if (format === undefined) throw misfit('format', `one of ${IMPORT_FORMATS.join(', ')}`, wanted);
  return format;
}
