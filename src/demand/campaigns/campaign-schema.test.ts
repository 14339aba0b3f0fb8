import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { CampaignsFault, parseCampaigns } from './read-campaigns.ts';

const guide = readFileSync(new URL('../../../docs/campaigns.md', import.meta.url), 'utf8');

test('the example of the guide is a file without faults', () => {
  const [, example = ''] = /```yaml\n(campaigns:\n[\s\S]*?)```/.exec(guide) ?? [];
  const campaigns = parseCampaigns(example, 'docs/campaigns.md');
  expect(campaigns instanceof CampaignsFault ? campaigns.message : campaigns.length).toBe(1);
});
