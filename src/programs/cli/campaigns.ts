import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import type { CampaignSource } from '../../demand/kind.ts';
import { traitsOf } from '../../demand/kinds.ts';
import { type Config, ConfigFault, loadConfig } from '../../host/config/config.ts';
import { sentencesOf } from '../../ledger/diagnose.ts';
import { databaseLocationOf, databaseNameOf } from '../../ledger/locations.ts';
import { prepareSchema } from '../../ledger/open-schema.ts';
import { boundedFaults } from '../../lib/faults.ts';
import { FileFault } from '../../lib/file-fault.ts';
import { type Database, openDatabase } from '../../lib/sql/database.ts';
import { parseYaml } from '../../lib/yaml.ts';
import { readPartner } from '../../store/campaign-table.ts';
import { campaignsCsv } from '../../store/campaigns-csv.ts';
import {
  type ImportedEntry,
  importCampaigns,
  previewImport,
} from '../../store/import-campaigns.ts';
import {
  CAMPAIGN_FORMATS,
  type CampaignFormat,
  csvEntries,
  type ImportEntry,
  yamlEntries,
} from '../../store/read-import.ts';
import { askedOf, failOf, tellFaults } from './command.ts';
import { misfit } from './option-values.ts';
import { withProgress } from './progress/with-progress.ts';

const HELP = `The campaigns of the store, from a file and into one

Usage: parley campaigns export <partner> [file]
       parley campaigns import <partner> <file>

  partner            the name of a partner with store: true in this folder's config
  file               campaigns as docs/campaigns.md describes them; export prints them without one
  --format <format>  yaml, or csv with a line for each campaign (by the name of the file, else yaml)
  --preview          import: says what would change, and changes nothing
  --state <state>    import: the state of new campaigns, active, paused or draft (active);
                     export: only campaigns of this state, else all that are not archived
  --help             this text

A campaign that the store has already is replaced where the file differs, and keeps its state.
A server that runs takes the changes up within seconds.
`;

const STATES = ['active', 'paused', 'draft'] as const;

type CampaignsCommand = Exclude<ReturnType<typeof readOptions>, 'help'>;

/** `parley campaigns export|import`: also while a server runs on the same database. */
export async function campaigns(args: readonly string[]): Promise<void> {
  const asked = askedOf(() => readOptions(args), HELP, fail);
  if (asked === undefined) return;
  const config = loadConfig(process.env, process.cwd());
  if (config instanceof ConfigFault) return fail(config.message, 1);
  const entry = config.partners.find(({ name }) => name === asked.partner);
  const source = entry && traitsOf(entry).campaigns;
  if (source?.kind !== 'store') {
    return fail(`the config has no partner "${asked.partner}" with store: true`, 1);
  }
  try {
    await withStore(config, (database) =>
      asked.action === 'export' ? exportTo(database, asked) : importFrom(database, asked, source),
    );
  } catch (error) {
    fail(`${databaseNameOf(databaseLocationOf(config))}: ${sentencesOf(error)}`, 1);
  }
}

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
  database: Database,
  { partner, file, state, format }: CampaignsCommand,
): Promise<void> {
  const { campaigns, text } = await withProgress('exporting campaigns', async () => {
    const all = await readPartner(database.query, partner);
    const campaigns = all
      .filter((one) => (state === undefined ? one.state !== 'archived' : one.state === state))
      .map(({ campaign }) => campaign);
    return {
      campaigns,
      text: format === 'csv' ? campaignsCsv(campaigns) : stringify({ campaigns }),
    };
  });
  if (file === undefined) process.stdout.write(text);
  else {
    try {
      writeFileSync(resolve(file), text);
    } catch (error) {
      return fail(`${file} cannot be written: ${(error as Error).message}`, 1);
    }
    process.stdout.write(`${campaigns.length} campaigns are in ${file}\n`);
  }
}

async function importFrom(
  database: Database,
  { partner, file = '', state = 'active', format, isPreview }: CampaignsCommand,
  { needsApproval }: Extract<CampaignSource, { readonly kind: 'store' }>,
): Promise<void> {
  const entries = await withProgress(`reading ${file}`, () => entriesOf(file, format));
  if (entries instanceof FileFault) return tellFaults(entries.sentences);
  const stored = await readPartner(database.query, partner);
  const byId = new Map(stored.map((one) => [one.campaign.id, one]));
  const planned = await withProgress('checking the campaigns', () =>
    previewImport(entries, (id) => byId.get(id)),
  );
  // A faulty file is refused as a whole.
  const refused = planned.filter((one) => one.outcome === 'refused');
  const unlisted = refused.reduce((sum, { more }) => sum + more, 0);
  const faults = planned.flatMap((one, index) => {
    if (one.outcome !== 'refused') return [];
    return one.faults.map(({ line, field, reason }) => {
      const path = entries[index]?.pathOf(field) ?? '';
      return `${file}, line ${line}: ${path === '' ? '' : `${path}: `}${reason}`;
    });
  });
  if (faults.length > 0) return tellFaults(boundedFaults(faults, unlisted));
  if (isPreview) return void process.stdout.write(previewText(planned));
  const done = await withProgress('importing campaigns', (tell) =>
    importCampaigns(database, {
      partner,
      entries,
      state,
      needsApproval,
      nowMs: Date.now(),
      author: { who: 'parley campaigns import', role: 'admin' },
      onDone: (count) => tell('importing campaigns', count, entries.length),
    }),
  );
  process.stdout.write(countsText(done));
}

function entriesOf(file: string, format: CampaignFormat): readonly ImportEntry[] | FileFault {
  let text: string;
  try {
    text = readFileSync(resolve(file), 'utf8');
  } catch (error) {
    return new FileFault(`${file} cannot be read: ${(error as Error).message}`);
  }
  const entries = format === 'csv' ? csvEntries(text) : yamlEntries(parseYaml(text));
  if (!('faults' in entries)) return entries;
  const sentences = entries.faults.map(({ line, reason }) => `${file}, line ${line}: ${reason}`);
  return new FileFault(boundedFaults(sentences));
}

function countsText(entries: readonly ImportedEntry[]): string {
  const countOf = (wanted: ImportedEntry['outcome']) =>
    entries.filter(({ outcome }) => outcome === wanted).length;
  return `${countOf('created')} created, ${countOf('changed')} changed, ${countOf('unchanged')} unchanged\n`;
}

function previewText(entries: readonly ImportedEntry[]): string {
  const words = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));
  const lines = entries.flatMap((one) => {
    if (one.outcome === 'created') return `${one.campaign}: new`;
    if (one.outcome !== 'changed') return [];
    return one.changes.map(
      ({ field, from, to }) => `${one.campaign}: ${field}: ${words(from)} → ${words(to)}`,
    );
  });
  return `${lines.map((line) => `${line}\n`).join('')}${countsText(entries)}`;
}

const fail = failOf('campaigns');

function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      state: { type: 'string' },
      format: { type: 'string' },
      preview: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  if (values.help) return 'help';
  const [action, partner, file, ...others] = positionals;
  if (action !== 'export' && action !== 'import') {
    throw new Error(`expected export or import, but got ${action ?? 'nothing'}`);
  }
  if (partner === undefined) throw new Error('expected the name of a partner');
  if (action === 'import' && file === undefined) throw new Error('expected a file to import');
  if (others.length > 0) throw new Error(`expected one file, but got ${others.length + 1}`);
  const state = STATES.find((one) => one === values.state);
  if (values.state !== undefined && state === undefined) {
    throw misfit('state', `one of ${STATES.join(', ')}`, values.state);
  }
  const isPreview = values.preview ?? false;
  return { action, partner, file, state, format: formatOf(values.format, file), isPreview };
}

function formatOf(asked: string | undefined, file = ''): CampaignFormat {
  const wanted = asked ?? (/\.csv$/i.test(file) ? 'csv' : 'yaml');
  const format = CAMPAIGN_FORMATS.find((one) => one === wanted);
  if (format === undefined) throw misfit('format', `one of ${CAMPAIGN_FORMATS.join(', ')}`, wanted);
  return format;
}
