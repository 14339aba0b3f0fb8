/** `npm run soak -- [duration]`: an exchange under load and disturbances for hours. */
import { cleanUp } from '../../process.ts';
import { endRun } from '../../test-run.ts';
import { durationMs } from './duration.ts';
import { soak } from './soak.ts';
import { faultsOf, tableOf } from './verdict.ts';

const HELP = `Usage: npm run soak -- [duration]

Sells on an exchange of two workers with a Postgres of its own and all doors open, and meanwhile reloads the
config, kills workers, stops the database, changes campaigns, and visits the repairing endpoint, the console, the
publishers’ pages and the seller for AI buyers. At the end every acknowledged notice has to be in the database
once, and memory and file handles have to be what they were. Gauges that grew are listed, for you to explain.

  duration   such as 90s, 10m or 8h (4h)
`;

const [text = '4h'] = process.argv.slice(2);
const wanted = durationMs(text);
if (wanted === undefined) {
  process.stdout.write(HELP);
  process.exit(text === '--help' ? 0 : 1);
}

/** Without this, an interrupted run would leave the cleaning to its cleaner, which is slower. */
process.once('SIGINT', () => process.exit(130));

const figures = await soak(wanted, (line) => process.stderr.write(`${line}\n`)).finally(cleanUp);
const faults = faultsOf(figures);
process.stdout.write(`${tableOf(figures)}\n\n${faults.join('\n') || 'No faults.'}\n`);
await endRun();
process.exit(faults.length === 0 ? 0 : 1);
