import { readFileSync } from 'node:fs';
import { Compile } from 'typebox/schema';
import { type Fault, findFault, findFaults, isObject } from '../../lib/schema-fault.ts';
import { parseYaml } from '../../lib/yaml.ts';
import { type Campaign, CampaignSchema, CampaignsFileSchema } from './campaign-schema.ts';
import { type Breach, contradictionsOf, findContradiction } from './contradictions.ts';

/** Why there are no campaigns: one sentence that names the file, the line and the key. */
export class CampaignsFault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

const compiled = Compile(CampaignsFileSchema);

/** The campaigns of a file, or the first fault in it. A faulty file is refused as a whole. */
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
    return new CampaignsFault(`${file}, line ${document.line}: ${document.reason}`);
  }
  const { value } = document;
  const fault = compiled.Check(value)
    ? findContradiction(value.campaigns)
    : (findSchemaFault(value) ?? findEmptyKey(value, ''));
  if (fault !== undefined) {
    const line = document.lineOf(fault.path);
    const where = line === undefined ? file : `${file}, line ${line}`;
    return new CampaignsFault(
      `${where}: ${fault.path === '' ? '' : `${fault.path}: `}${fault.reason}`,
    );
  }
  if (!compiled.Check(value)) throw new Error('the campaigns check and its explanation disagree');
  return value.campaigns;
}

function findSchemaFault(value: unknown): Breach | undefined {
  const fault = findFault(CampaignsFileSchema, value);
  return fault && breachOf(fault);
}

function breachOf({ kind, path, reason }: Fault): Breach {
  return { path, reason: kind === 'unknown' ? `unknown key; ${reason}` : reason };
}

/** Elsewhere an empty key counts as absent; here a lost list would turn an ad for one country into one for all. */
function findEmptyKey(value: unknown, path: string): Breach | undefined {
  if (value === null) return { path, reason: 'expected a value, but there is none behind the key' };
  if (!Array.isArray(value) && !isObject(value)) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const itemPath = Array.isArray(value)
      ? `${path}[${key}]`
      : path === ''
        ? key
        : `${path}.${key}`;
    const empty = findEmptyKey(item, itemPath);
    if (empty !== undefined) return empty;
  }
  return undefined;
}

/** What is wrong with a campaign: all of it, each with the path of its field. */
export class CampaignFaults {
  readonly faults: readonly Breach[];
  constructor(faults: readonly Breach[]) {
    this.faults = faults;
  }
}

const compiledOne = Compile(CampaignSchema);

/** By the rules of a file, with the same sentences. */
export function checkCampaign(value: unknown): Campaign | CampaignFaults {
  if (compiledOne.Check(value)) {
    const contradictions = contradictionsOf(value);
    return contradictions.length === 0 ? value : new CampaignFaults(contradictions);
  }
  const faults = findFaults(CampaignSchema, value).shown.map(breachOf);
  if (faults.length > 0) return new CampaignFaults(faults);
  const empty = findEmptyKey(value, '');
  if (empty === undefined) throw new Error('the campaign check and its explanation disagree');
  return new CampaignFaults([empty]);
}
