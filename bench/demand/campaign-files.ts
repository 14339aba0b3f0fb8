import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { temporaryFolder } from '../servers.ts';

/** Where these campaigns are now, as a file of campaigns. */
export function campaignsFile(campaigns: readonly Campaign[]): string {
  const path = join(temporaryFolder(), 'campaigns.yaml');
  // JSON is YAML.
  writeFileSync(path, JSON.stringify({ campaigns }, null, 1));
  return path;
}
