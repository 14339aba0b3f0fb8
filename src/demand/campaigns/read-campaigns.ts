import { readFileSync } from 'node:fs';
import { Compile } from 'typebox/compile';
import { findFault } from '../../lib/schema-fault.ts';
import { parseYaml } from '../../lib/yaml.ts';
import { type Campaign, CampaignsFileSchema } from './campaign-schema.ts';
import { readFlight } from './flight.ts';

/** Why there are no campaigns: one sentence that names the file, the line and the key. */
export class CampaignsFault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

const compiled = Compile(CampaignsFileSchema);

export function readCampaigns(file: string): readonly Campaign[] | CampaignsFault {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return new CampaignsFault(`${file} cannot be read: ${(error as Error).message}`);
  }
  const document = parseYaml(text);
  if (!('value' in document)) {
    return new CampaignsFault(`${file}, line ${document.line}: ${document.reason}`);
  }
  const fail = (path: string, reason: string) => {
    const line = document.lineOf(path);
    const where = line === undefined ? file : `${file}, line ${line}`;
    return new CampaignsFault(`${where}: ${path === '' ? '' : `${path}: `}${reason}`);
  };
  const { value } = document;
  if (!compiled.Check(value)) {
    const fault = findFault(CampaignsFileSchema, value);
    if (fault === undefined) throw new Error('the campaigns check and its explanation disagree');
    return fail(
      fault.path,
      fault.kind === 'unknown' ? `unknown key; ${fault.reason}` : fault.reason,
    );
  }
  const contradiction = findContradiction(value.campaigns);
  return contradiction === undefined
    ? value.campaigns
    : fail(contradiction.path, contradiction.reason);
}

type Contradiction = { readonly path: string; readonly reason: string };

function findContradiction(campaigns: readonly Campaign[]): Contradiction | undefined {
  const repeated = findRepeated(campaigns, 'campaigns');
  if (repeated !== undefined) return repeated;
  for (const [index, { flight, creatives }] of campaigns.entries()) {
    const path = `campaigns[${index}]`;
    const { startMs, endMs } = readFlight(flight);
    if (startMs >= endMs) {
      return { path: `${path}.flight.end`, reason: 'expected an end after the start' };
    }
    const twice = findRepeated(creatives, `${path}.creatives`);
    if (twice !== undefined) return twice;
  }
  return undefined;
}

function findRepeated(
  items: readonly { readonly id: string }[],
  path: string,
): Contradiction | undefined {
  const seen = new Set<string>();
  for (const [index, { id }] of items.entries()) {
    if (seen.has(id)) return { path: `${path}[${index}].id`, reason: `"${id}" is used twice` };
    seen.add(id);
  }
  return undefined;
}
