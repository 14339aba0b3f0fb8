import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { preview } from '../lib/preview.ts';
import { isObject } from '../lib/schema-fault.ts';
import { type FaultyYaml, lineOfPath, type YamlDocument } from '../lib/yaml.ts';
import { readCampaignsCsv } from './campaigns-csv.ts';

export const CAMPAIGN_FORMATS = ['yaml', 'csv'] as const;

export type CampaignFormat = (typeof CAMPAIGN_FORMATS)[number];

/** A campaign of a text, before it is checked. */
export type ImportEntry = {
  readonly line: number;
  /** '' where it has none. */
  readonly id: string;
  /** What it becomes. A line of CSV keeps what it has no column for; YAML has all of it. */
  readonly applied: (current: Campaign | undefined) => unknown;
  readonly lineOf: (path: string) => number;
  /** The path of a field in the whole text. */
  readonly pathOf: (path: string) => string;
};

/** Why a text has no campaigns. */
export type ImportFaults = { readonly faults: readonly LineFault[] };

export type LineFault = { readonly line: number; readonly reason: string };

export function csvEntries(text: string): readonly ImportEntry[] | ImportFaults {
  const read = readCampaignsCsv(text);
  if ('reason' in read) return { faults: [read] };
  return read.map((one) => ({ ...one, lineOf: () => one.line, pathOf: (path: string) => path }));
}

export function yamlEntries(
  document: YamlDocument | FaultyYaml,
): readonly ImportEntry[] | ImportFaults {
  if (!('value' in document)) return document;
  const { value } = document;
  const lineOf = (path: string) => lineOfPath(document, path);
  const campaigns = isObject(value) ? value.campaigns : undefined;
  const unknown = isObject(value) ? Object.keys(value).filter((key) => key !== 'campaigns') : [];
  if (unknown.length > 0) {
    const reasonOf = (key: string) => `${preview(key)} is an unknown key; expected campaigns`;
    return {
      faults: unknown.map((key) => ({ line: lineOf(key) ?? 1, reason: reasonOf(key) })),
    };
  }
  if (!Array.isArray(campaigns)) {
    const reason = 'expected a list of campaigns under the key campaigns';
    return { faults: [{ line: 1, reason }] };
  }
  return campaigns.map((item: unknown, index): ImportEntry => {
    const at = `campaigns[${index}]`;
    const pathOf = (path: string) => (path === '' ? at : `${at}.${path}`);
    const line = lineOf(at) ?? 1;
    return {
      line,
      id: isObject(item) && typeof item.id === 'string' ? item.id : '',
      applied: () => item,
      lineOf: (path) => lineOf(pathOf(path)) ?? line,
      pathOf,
    };
  });
}
