import { readFileSync } from 'node:fs';
import { compileLater } from '../../lib/compile-later.ts';
import { boundedFaults } from '../../lib/faults.ts';
import { FileFault } from '../../lib/file-fault.ts';
import { type Fault, findFaults, isBranch, isObject, memberPath } from '../../lib/schema-fault.ts';
import { lineOfPath, parseYaml } from '../../lib/yaml.ts';
import { type Campaign, CampaignSchema, CampaignsFileSchema } from './campaign-schema.ts';
import { type Breach, contradictionsOf, contradictionsOfAll } from './contradictions.ts';

/** Why there are no campaigns. */
export class CampaignsFault extends FileFault {}

const compiled = compileLater(CampaignsFileSchema);
const compiledOne = compileLater(CampaignSchema);

/** The campaigns of a file, or the faults in it. A faulty file is refused as a whole. */
export function readCampaigns(file: string): readonly Campaign[] | CampaignsFault {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return new CampaignsFault(`${file} cannot be read: ${(error as Error).message}`);
  }
  return parseCampaigns(text, file);
}

/** `file` is what a fault calls the text. */
export function parseCampaigns(text: string, file: string): readonly Campaign[] | CampaignsFault {
  const document = parseYaml(text);
  if (!('value' in document)) {
    const sentences = document.faults.map(({ line, reason }) => `${file}, line ${line}: ${reason}`);
    return new CampaignsFault(boundedFaults(sentences));
  }
  const { value } = document;
  const { breaches, unlisted } = breachesOf(value);
  if (breaches.length > 0) {
    const located = breaches.map((breach) => ({
      ...breach,
      line: lineOfPath(document, breach.path),
    }));
    const sentences = located
      .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
      .map(({ path, reason, line }) => {
        const where = line === undefined ? file : `${file}, line ${line}`;
        return `${where}: ${path === '' ? '' : `${path}: `}${reason}`;
      });
    return new CampaignsFault(boundedFaults(sentences, unlisted));
  }
  if (!compiled.Check(value)) throw new Error('the campaigns check and its explanation disagree');
  return value.campaigns;
}

type Breaches = { readonly breaches: readonly Breach[]; readonly unlisted: number };

function breachesOf(value: unknown): Breaches {
  if (compiled.Check(value)) {
    return { breaches: contradictionsOfAll(value.campaigns), unlisted: 0 };
  }
  const { shown, more } = findFaults(CampaignsFileSchema, value);
  const breaches = shown.map(breachOf);
  const named = new Set(breaches.map(({ path }) => path));
  const empty = emptyKeys(value, '').filter(({ path }) => !named.has(path));
  return { breaches: [...breaches, ...empty, ...contradictionsIn(value)], unlisted: more };
}

/** Of the campaigns whose keys are right, whatever the others are. */
function contradictionsIn(file: unknown): readonly Breach[] {
  const campaigns = isObject(file) && Array.isArray(file.campaigns) ? file.campaigns : [];
  return contradictionsOfAll(
    campaigns.map((one: unknown) => (compiledOne.Check(one) ? one : undefined)),
  );
}

function breachOf({ kind, path, reason }: Fault): Breach {
  return { path, reason: kind === 'unknown' ? `unknown key; ${reason}` : reason };
}

/** Elsewhere an empty key counts as absent; here a lost list would turn an ad for one country into one for all. */
function emptyKeys(value: unknown, path: string): readonly Breach[] {
  if (value === null) {
    return [{ path, reason: 'expected a value, but there is none behind the key' }];
  }
  if (!isBranch(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    emptyKeys(item, memberPath(path, key, value)),
  );
}

/** What is wrong with a campaign: each with the path of its field, and how many there are beyond the bound. */
export class CampaignFaults {
  readonly faults: readonly Breach[];
  readonly more: number;
  constructor(faults: readonly Breach[], more = 0) {
    this.faults = faults;
    this.more = more;
  }
}

/** By the rules of a file, with the same sentences. */
export function checkCampaign(value: unknown): Campaign | CampaignFaults {
  if (compiledOne.Check(value)) {
    const contradictions = contradictionsOf(value);
    return contradictions.length === 0 ? value : new CampaignFaults(contradictions);
  }
  const { shown, more } = findFaults(CampaignSchema, value);
  if (shown.length > 0) return new CampaignFaults(shown.map(breachOf), more);
  const empty = emptyKeys(value, '');
  if (empty.length === 0) throw new Error('the campaign check and its explanation disagree');
  return new CampaignFaults(empty);
}
