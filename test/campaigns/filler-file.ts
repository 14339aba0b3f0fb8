import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../process.ts';
import { campaignOf } from './test-support.ts';

/** A partner with one campaign, `filler`, which has an ad for whatever no other campaign is for. */
export function fillerPartner() {
  const path = join(temporaryFolder(), 'filler.yaml');
  writeFileSync(path, JSON.stringify({ campaigns: [campaignOf({ id: 'filler', cpm: 0.1 })] }));
  return { name: 'fill', kind: 'campaigns', path } as const;
}
