import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Hotspot, hotspots, readProfile } from '../measure/cpu-profile.ts';
import { measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import { startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const FOLDER = 'data/profiles';
const TOP = 25;
const SAMPLE_US = 250;

/** Where the time of the endpoint scenario goes. A pass of its own: being watched makes the server slower. */
export const profile: Scenario = {
  summary: 'a CPU profile of one worker with embedded demand',
  async run(pace) {
    const folder = join(process.cwd(), FOLDER, new Date().toISOString().replaceAll(':', '-'));
    mkdirSync(folder, { recursive: true });
    // By the environment, so that worker processes are watched too.
    const flags = `--cpu-prof --cpu-prof-interval=${SAMPLE_US} --cpu-prof-dir=${folder}`;
    const server = await startInProcess({ workers: 1, env: { BUN_OPTIONS: flags } });
    await measureInRounds([{ server, bodies: bodiesOf() }], pace);
    await server.stop();

    const files = readdirSync(folder).map((name) => join(folder, name));
    // Of a supervisor and its worker, the one with something to tell.
    const [largest] = files.sort((a, b) => statSync(b).size - statSync(a).size);
    if (largest === undefined) {
      process.stdout.write('  this Bun wrote no profile\n');
      return [];
    }
    process.stdout.write(
      `\n${relative(process.cwd(), largest)} (open it in a browser's dev tools)\n`,
    );
    const spots = hotspots(readProfile(largest));
    printTop('by own time', spots, ({ selfShare }) => selfShare);
    printTop('by time with all they call', spots, ({ totalShare }) => totalShare);
    return [];
  },
};

function printTop(
  title: string,
  spots: readonly Hotspot[],
  share: (spot: Hotspot) => number,
): void {
  const top = spots.toSorted((a, b) => share(b) - share(a)).slice(0, TOP);
  const lines = top.map((spot) => `${(share(spot) * 100).toFixed(1).padStart(6)} %  ${spot.name}`);
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}
