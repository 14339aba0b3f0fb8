import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import type { ReadableSchema } from '../../lib/readable-schema.ts';
import { CampaignsFileSchema } from './campaign-schema.ts';
import { CampaignsFault, parseCampaigns } from './read-campaigns.ts';

const guide = readFileSync(new URL('../../../docs/campaigns.md', import.meta.url), 'utf8');

function keysOf({ properties = {}, items }: ReadableSchema): readonly string[] {
  const own = Object.entries(properties).flatMap(([key, schema]) => [key, ...keysOf(schema)]);
  return items === undefined ? own : [...own, ...keysOf(items)];
}

test('the guide names every key of the file', () => {
  const schema: TSchema = CampaignsFileSchema;
  for (const key of new Set(keysOf(schema as ReadableSchema))) {
    expect(guide).toMatch(new RegExp(`\\b${key}\\b`));
  }
});

test('the example of the guide is a file without faults', () => {
  const [, example = ''] = /```yaml\n(campaigns:\n[\s\S]*?)```/.exec(guide) ?? [];
  const campaigns = parseCampaigns(example, 'docs/campaigns.md');
  expect(campaigns instanceof CampaignsFault ? campaigns.message : campaigns.length).toBe(1);
});
