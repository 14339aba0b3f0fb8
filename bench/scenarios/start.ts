import { bodiesOf } from '../demand/requests.ts';
import { present, ratioOf, spread } from '../measure/figures.ts';
import { processTree, residentMegabytesOf } from '../measure/proc.ts';
import { measure, type Pace } from '../measure/rounds.ts';
import type { Row } from '../rows.ts';
import { type Prepared, prepare, startPrepared } from '../servers.ts';

/** Of one start: how long it took, and the memory after some time at full load. */
type Start = Readonly<Record<'startMs' | 'supervisorMb' | 'workerMb', number>>;

/** From the command until it listens, with data of an earlier run, and the memory after some time at full load. */
export async function start(pace: Pace): Promise<readonly Row[]> {
  const bodies = bodiesOf();
  const rows: Row[] = [];
  for (const [name, options] of [
    ['embedded demand', { workers: 1 }],
    ['no partners', { workers: 1, partners: [] }],
  ] as const) {
    const { other: beside, ...own } = await prepare(options);
    const programs = beside === undefined ? [own] : [own, beside];
    const starts: Start[][] = programs.map(() => []);
    // The first start of a config makes its data.
    for (const program of programs) await (await startPrepared(program)).stop();
    for (let round = 0; round < pace.rounds; round++) {
      const turns = [...programs.entries()];
      for (const [place, program] of round % 2 === 0 ? turns : turns.toReversed()) {
        starts[place]?.push(await startOnce(program, bodies, pace));
      }
    }
    rows.push({ name, figures: figuresOf(starts[0] ?? [], starts[1] ?? []) });
  }
  return rows;
}

async function startOnce(program: Prepared, bodies: readonly string[], pace: Pace): Promise<Start> {
  const server = await startPrepared(program);
  await measure({ server, bodies }, { warmUpMs: 0, measureMs: pace.firstMs });
  const [supervisor = 0, worker = 0] = processTree(server.pid);
  const megabytes = (pid: number) => residentMegabytesOf([pid]) ?? 0;
  const memory = { supervisorMb: megabytes(supervisor), workerMb: megabytes(worker) };
  await server.stop();
  return { startMs: server.startMs, ...memory };
}

function figuresOf(own: readonly Start[], others: readonly Start[]) {
  const median = (name: keyof Start) => spread(own.map((one) => one[name]));
  const toOther = (name: keyof Start) => ratioOf(own, others, (one) => one[name]);
  return present({
    startMs: median('startMs'),
    startToOther: toOther('startMs'),
    supervisorMb: median('supervisorMb'),
    supervisorToOther: toOther('supervisorMb'),
    workerMb: median('workerMb'),
    workerToOther: toOther('workerMb'),
  });
}
