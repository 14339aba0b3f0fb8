import { createBaselines } from './baseline.ts';
import { createBaselineCache } from './baseline-cache.ts';
import { findBlocks } from './blocks.ts';
import type { Compiles } from './compiles.ts';
import { type Equivalent, isEquivalent, staleEquivalents } from './equivalent.ts';
import { findMutants } from './find-mutants.ts';
import { reachOfTests, testsOf } from './import-graph.ts';
import { judge, type Subject } from './judge.ts';
import { createKillers } from './killers.ts';
import type { Mutant } from './mutant.ts';
import type { Options } from './options.ts';
import { type Project, readProject, sourcesUnder } from './project.ts';
import type { Judged } from './report.ts';
import { runTests } from './run-tests.ts';
import { sampleOf } from './sample.ts';
import type { Sandbox } from './sandbox.ts';

/** What is said while it goes on. */
export type Listener = {
  readonly judged: (mutant: Judged, done: number, of: number) => void;
  readonly failing: (test: string) => void;
  readonly stale: (equivalent: Equivalent) => void;
};

export type Task = {
  readonly root: string;
  readonly options: Options;
  readonly equivalents: readonly Equivalent[];
  /** Where the baselines of earlier runs are. */
  readonly cacheFolder: string;
  /** A copy of the project. Whoever makes it removes it. */
  readonly newSandbox: () => Sandbox;
  readonly compiles: Compiles;
};

/** Mutates copies of the project and says what no test noticed. */
export async function mutate(task: Task, listener: Listener): Promise<readonly Judged[]> {
  const { root, options, equivalents, cacheFolder, newSandbox, compiles } = task;
  const project = readProject(root);
  const { chosen, equivalent } = choose(project, options, equivalents, listener);
  if (chosen.length === 0) return equivalent;

  const reach = reachOfTests(project);
  const jobs = Math.min(options.jobs, chosen.length);
  const baselineOf = createBaselines(
    project,
    reach,
    createBaselineCache(cacheFolder, project, reach),
    {
      jobs,
      newSandbox,
      onFailing: listener.failing,
    },
  );

  const subjects = new Map<string, Subject>();
  const subjectOf = (file: string): Subject => {
    const text = project.files.get(file) ?? '';
    const known = subjects.get(file) ?? {
      text,
      blocks: findBlocks(text),
      tests: testsOf(file, reach),
    };
    subjects.set(file, known);
    return known;
  };

  const killers = createKillers();
  const judged: Judged[] = [];
  const queue = [...chosen];
  const work = async (sandbox: Sandbox) => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const { file } = mutant;
      const subject = subjectOf(file);
      const tests = killers.first(file, subject.tests);
      const verdict = await judge(mutant, { ...subject, tests }, sandbox, {
        baselineOf,
        run: runTests,
        compiles,
      });
      if (verdict.status === 'killed') killers.note(file, verdict.by);
      const result = { ...mutant, verdict };
      judged.push(result);
      listener.judged(result, judged.length, chosen.length);
    }
  };
  await Promise.all(Array.from({ length: jobs }, newSandbox).map(work));
  return [...judged, ...equivalent].sort(
    (a, b) => a.file.localeCompare(b.file) || a.start - b.start || a.end - b.end,
  );
}

function choose(
  project: Project,
  { paths, only, sample, seed }: Options,
  equivalents: readonly Equivalent[],
  listener: Listener,
): { readonly chosen: readonly Mutant[]; readonly equivalent: readonly Judged[] } {
  const files = sourcesUnder(project, paths);
  if (files.length === 0) throw new Error(`there is no code under ${paths.join(', ')}`);
  const all = files.flatMap((file) => findMutants(file, project.files.get(file) ?? ''));
  for (const stale of staleEquivalents(equivalents, files, all)) listener.stale(stale);
  const here = all.filter(
    (mutant) =>
      only.length === 0 ||
      only.some(({ file, line }) => file === mutant.file && line === mutant.line),
  );
  if (here.length === 0) throw new Error('there is nothing to mutate there');
  const different = here.filter((mutant) => !isEquivalent(mutant, equivalents));
  return {
    chosen: sample === undefined ? different : sampleOf(different, sample, seed),
    equivalent: here
      .filter((mutant) => isEquivalent(mutant, equivalents))
      .map((mutant) => ({ ...mutant, verdict: { status: 'equivalent' } })),
  };
}
