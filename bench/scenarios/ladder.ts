import { RUNGS, type Rung, TWICE } from '../ladder/rungs.ts';
import { measureAllocations } from '../measure/allocations.ts';
import { cpuUsOf, median, notesOn, throughputFigures, toEcho } from '../measure/figures.ts';
import { measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import { type Figures, middleOf, type Row } from '../rows.ts';
import { type Env, type Server, startEcho, startInProcess, startRung } from '../servers.ts';
import type { Scenario } from './scenario.ts';

type Step = { readonly name: string; readonly start: (env?: Env) => Promise<Server> };

const rungs = Object.keys(RUNGS) as readonly Rung[];
const STEPS: readonly Step[] = [
  { name: 'echo', start: startEcho },
  ...rungs.map((rung) => ({
    name: `+ ${RUNGS[rung]}`,
    start: (env: Env = {}) => startRung(rung, env),
  })),
  {
    name: '+ a worker: metrics, records, tallies, journal; and its supervisor',
    start: (env = {}) => startInProcess({ workers: 1, env }),
  },
  {
    name: 'instead of a worker: admit to sell a second time',
    start: (env = {}) => startRung(TWICE, env),
  },
];

/** Where the CPU and the memory of a request go, step by step, in servers under full load. */
export const ladder: Scenario = {
  summary: 'the CPU and the allocations of each step, by servers that do one step more each',
  async run(pace) {
    const bodies = bodiesOf();
    const servers = await Promise.all(STEPS.map(({ start }) => start()));
    const reports = await measureInRounds(
      servers.map((server) => ({ server, bodies })),
      pace,
    );
    await Promise.all(servers.map((server) => server.stop()));
    const allocations: Figures[] = [];
    for (const { start } of STEPS) {
      allocations.push(await measureAllocations(start, bodies, pace));
    }
    const [echo = []] = reports;
    const cpuUs = reports.map((own) => median(own.map(cpuUsOf)));
    const heapKb = allocations.map((own) =>
      own.heapKb === undefined ? undefined : middleOf(own.heapKb),
    );
    return STEPS.map(({ name }, place): Row => {
      const own = reports[place] ?? [];
      return {
        scenario: 'ladder',
        name,
        figures: {
          ...throughputFigures(own),
          ...toEcho(own, echo),
          ...step('stepUs', cpuUs, place),
          ...allocations[place],
          ...step('stepKb', heapKb, place),
        },
        notes: notesOn(own, 1),
      };
    });
  },
};

/** What a step adds to the one before. The last stands beside the worker, on the rung below it. */
function step(
  name: 'stepUs' | 'stepKb',
  all: readonly (number | undefined)[],
  place: number,
): Figures {
  const [above, below] = [all[place], all[Math.min(place - 1, rungs.length)]];
  return above === undefined || below === undefined ? {} : { [name]: above - below };
}
