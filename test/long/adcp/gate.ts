/** `npm run adcp`: the storyboards of AdCP against the seller of an exchange on this machine. */
import { parseArgs } from 'node:util';
import { checkSchemas } from '../../adcp/schemas/check-schemas.ts';
import { cleanUp } from '../../process.ts';
import { endRun } from '../../test-run.ts';
import { EXEMPTIONS } from './exemptions.ts';
import { prepareForStoryboards, startSandbox } from './sandbox-exchange.ts';
import { runStoryboards } from './storyboards.ts';
import { faultsOf, judge, tableOf } from './verdict.ts';

const HELP = `Usage: npm run adcp -- [options]

Starts an exchange with a sandbox for AI buyers, runs the storyboards of AdCP against it, and prints what became of each
step. Fails on every step that failed or was skipped, unless test/long/adcp/exemptions.ts names it with a reason.

  --schemas <folder>  calls every tool in the version that the folder is of instead, and checks every request and answer
                      against the JSON schemas in it: unpack them from the package adcp of PyPI (adcp/_schemas/3.2)
`;

const { values } = parseArgs({
  options: { schemas: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

/** Without this, an interrupted run would leave the cleaning to its cleaner, which is slower. */
process.once('SIGINT', () => process.exit(130));

async function storyboards(): Promise<readonly string[]> {
  const sandbox = await startSandbox();
  await prepareForStoryboards(sandbox);
  const judged = judge(await runStoryboards(sandbox), EXEMPTIONS);
  process.stdout.write(`${tableOf(judged)}\n\n`);
  return faultsOf(judged, EXEMPTIONS);
}

async function schemas(folder: string): Promise<readonly string[]> {
  const { main } = await startSandbox();
  return checkSchemas(main, folder);
}

const work = values.schemas === undefined ? storyboards() : schemas(values.schemas);
const faults = await work.finally(cleanUp);
process.stdout.write(`${faults.join('\n') || 'No faults.'}\n`);
await endRun();
process.exit(faults.length === 0 ? 0 : 1);
