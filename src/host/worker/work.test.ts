import { afterAll, expect, test } from 'bun:test';
import { cleanUp } from '../../../test/process.ts';
import { stateOf } from '../../../test/shared-work.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../../demand/campaigns/default-campaigns.ts';
import { readWork } from './work.ts';

afterAll(cleanUp);

test('a setup arrives unchanged in another process, campaigns and their rows included', () => {
  const partners = [{ name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE }] as const;
  const { setup, work } = stateOf({ partners });
  const { campaigns } = setup;
  expect(campaigns.get('house')?.length).toBeGreaterThan(0);
  const read = readWork(work.assignment);
  expect(read.setup).toEqual({ ...JSON.parse(JSON.stringify(setup)), campaigns });
  expect(read.rows).toEqual(work.rows);
});
