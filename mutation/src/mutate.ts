import { createBaselines } from './baseline.ts';
import { createBaselineCache } from './baseline-cache.ts';
import { findBlocks } from './blocks.ts';
import { chooseMutants, type Equivalent } from './choose-mutants.ts';
import { likeliestFirst, reachOfTests, testsOf } from './import-graph.ts';
import { judge, type Subject } from './judge.ts';
import type { Options } from './options.ts';
import { readProject } from './project.ts';
import type { Judged } from './report.ts';
import { type Compiles, runTests } from './run-tests.ts';
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
  const { tried, equivalent, stale } = chooseMutants(project, options, equivalents);
  for (const one of stale) listener.stale(one);

  const reach = reachOfTests(project);
  const jobs = Math.min(options.jobs, tried.length);
  const cache = createBaselineCache(cacheFolder, project, reach);
  const baselineOf = createBaselines(project, reach, cache, {
    jobs,
    newSandbox,
    onFailing: listener.failing,
  });
  const subjects = new Map<string, Subject>();
  const subjectOf = (file: string): Subject => {
    const text = project.files.get(file) ?? '';
    return subjects.get(file) ?? { text, blocks: findBlocks(text), tests: testsOf(file, reach) };
  };

  const judged: Judged[] = [];
  const queue = [...tried];
  const work = async (sandbox: Sandbox) => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const subject = subjectOf(mutant.file);
      const verdict = await judge(mutant, subject, sandbox, {
        baselineOf,
        run: runTests,
        compiles,
      });
      const tests =
        verdict.status === 'killed' ? likeliestFirst(subject.tests, verdict.by) : subject.tests;
      subjects.set(mutant.file, { ...subject, tests });
      const result = { ...mutant, verdict };
      judged.push(result);
      listener.judged(result, judged.length, tried.length);
    }
  };
  await Promise.all(Array.from({ length: jobs }, newSandbox).map(work));
  const unchanged = equivalent.map((one) => ({
    ...one,
    verdict: { status: 'equivalent' } as const,
  }));
  return [...judged, ...unchanged].sort(
    (a, b) => a.file.localeCompare(b.file) || a.start - b.start || a.end - b.end,
  );
}
