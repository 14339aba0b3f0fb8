import type { Figures } from '../rows.ts';
import { type Prepared, startPrepared } from '../servers.ts';
import { present, ratioOf, spread } from './figures.ts';
import { processTree, residentMegabytesOf } from './proc.ts';
import { measure, type Pace } from './rounds.ts';

/** Of one start: how long it took, and the memory after some time at full load. */
export type Start = {
  readonly startMs: number;
  readonly supervisorMb: number;
  readonly workerMb: number;
  /** The same of the other commit, measured in the same turn. */
  readonly other?: Start;
};

/** The starts of each config, round by round, of a server each. The first start of a config makes its data. */
export async function measureStarts(
  cases: readonly Prepared[],
  bodies: readonly string[],
  pace: Pace,
): Promise<readonly (readonly Start[])[]> {
  for (const { other, ...own } of cases) {
    for (const one of [own, other]) if (one !== undefined) await (await startPrepared(one)).stop();
  }
  const starts: Start[][] = cases.map(() => []);
  for (let round = 0; round < pace.rounds; round++) {
    for (const [place, { other, ...own }] of cases.entries()) {
      const first = other !== undefined && round % 2 === 1 ? await startOnce(other) : undefined;
      const start = await startOnce(own);
      const beside = other === undefined ? undefined : (first ?? (await startOnce(other)));
      starts[place]?.push(beside === undefined ? start : { ...start, other: beside });
    }
  }
  return starts;

  async function startOnce(prepared: Prepared): Promise<Start> {
    const server = await startPrepared(prepared);
    await measure({ server, bodies }, { warmUpMs: 0, measureMs: pace.firstMs });
    const [supervisor = 0, worker = 0] = processTree(server.pid);
    const megabytes = (pid: number) => residentMegabytesOf([pid]) ?? 0;
    const memory = { supervisorMb: megabytes(supervisor), workerMb: megabytes(worker) };
    await server.stop();
    return { startMs: server.startMs, ...memory };
  }
}

export function startFigures(own: readonly Start[], first: readonly Start[] = own): Figures {
  const others = own.map(({ other }) => other);
  const of = (name: 'startMs' | 'supervisorMb' | 'workerMb') => ({
    figure: spread(own.map((start) => start[name])),
    toFirst: own === first ? undefined : ratioOf(own, first, (start) => start[name]),
    toOther: ratioOf(own, others, (start) => start[name]),
  });
  const [time, supervisor, worker] = [of('startMs'), of('supervisorMb'), of('workerMb')];
  return present({
    startMs: time.figure,
    startToFirst: time.toFirst,
    startToOther: time.toOther,
    supervisorMb: supervisor.figure,
    supervisorToFirst: supervisor.toFirst,
    supervisorToOther: supervisor.toOther,
    workerMb: worker.figure,
    workerToFirst: worker.toFirst,
    workerToOther: worker.toOther,
  });
}
