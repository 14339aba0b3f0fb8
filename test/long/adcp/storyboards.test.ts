/** The storyboards of AdCP against the seller of an exchange: `npm run adcp` as a test. */
import { afterAll, expect, test } from 'bun:test';
import { cleanUp } from '../../process.ts';
import { EXEMPTIONS } from './exemptions.ts';
import { prepareForStoryboards, startSandbox } from './sandbox-exchange.ts';
import { runStoryboards } from './storyboards.ts';
import { faultsOf, judge } from './verdict.ts';

afterAll(cleanUp);

test('every step of the storyboards passes, but those that are exempt for a reason', async () => {
  const sandbox = await startSandbox();
  await prepareForStoryboards(sandbox);
  const judged = judge(await runStoryboards(sandbox), EXEMPTIONS);
  expect(faultsOf(judged, EXEMPTIONS)).toEqual([]);
  expect(judged.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(140);
});
