import { RUNGS, type Rung, TWICE } from '../ladder/rungs.ts';
import { cpuUsOf, median, notesOn, throughputFigures, toEcho } from '../measure/figures.ts';
import { measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import type { Row } from '../rows.ts';
import { startEcho, startInProcess, startRung } from '../servers.ts';
import type { Scenario } from './scenario.ts';

/** Where the CPU of a request goes, step by step, in servers under full load. */
export const ladder: Scenario = {
  summary: 'the CPU of each step, by servers that do one step more each',
  async run(pace) {
    const bodies = bodiesOf();
    const rungs = Object.keys(RUNGS) as readonly Rung[];
    const servers = [
      { name: 'echo', server: await startEcho() },
      ...(await Promise.all(
        rungs.map(async (rung) => ({ name: `+ ${RUNGS[rung]}`, server: await startRung(rung) })),
      )),
      {
        name: '+ a worker: metrics, records, tallies, journal; and its supervisor',
        server: await startInProcess({ workers: 1 }),
      },
      { name: 'instead of a worker: admit to sell a second time', server: await startRung(TWICE) },
    ];
    const lastRung = rungs.length;
    const reports = await measureInRounds(
      servers.map(({ server }) => ({ server, bodies })),
      pace,
    );
    const [echo = []] = reports;
    const cpuUs = reports.map((own) => median(own.map(cpuUsOf)));
    return servers.map(({ name }, place): Row => {
      const own = reports[place] ?? [];
      const [above, below] = [cpuUs[place], cpuUs[Math.min(place - 1, lastRung)]];
      const stepUs = above === undefined || below === undefined ? undefined : above - below;
      return {
        scenario: 'ladder',
        name,
        figures: {
          ...throughputFigures(own),
          ...toEcho(own, echo),
          ...(stepUs === undefined ? {} : { stepUs }),
        },
        notes: notesOn(own, 1),
      };
    });
  },
};
