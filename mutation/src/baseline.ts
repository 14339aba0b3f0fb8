import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BaselineCache } from './baseline-cache.ts';
import type { Reach } from './import-graph.ts';
import { markedFiles, readHitLog } from './marks.ts';
import type { Project } from './project.ts';
import { runTests } from './run-tests.ts';
import type { Sandbox } from './sandbox.ts';

/** What a test file does when nothing is mutated. */
export type Baseline = {
  readonly isPassing: boolean;
  readonly ms: number;
  /** The blocks that run during it, in whatever process: `src/auction/award.ts#3` */
  readonly hits: ReadonlySet<string>;
};

const BASELINE_MS_MAX = 180_000;
/** Test files measured in one process, which loads the code once for all of them. */
const TOGETHER_MAX = 30;

export type BaselineSetup = {
  readonly jobs: number;
  readonly newSandbox: () => Sandbox;
  readonly onFailing: (test: string) => void;
};

/** Runs each test once, when it or another of its folder is first needed. */
export type Baselines = (test: string) => Promise<Baseline>;

/** Makes as many marked sandboxes as there are jobs, but none while the cache knows everything. */
export function createBaselines(
  project: Project,
  reach: Reach,
  cache: BaselineCache,
  { jobs, newSandbox, onFailing }: BaselineSetup,
): Baselines {
  const known = new Map<string, Promise<Baseline>>();
  /** Each a sandbox in which one run follows the other. */
  const lanes: Promise<Sandbox>[] = [];
  let measurements = 0;

  async function markedSandbox(): Promise<Sandbox> {
    const sandbox = newSandbox();
    for (const [file, text] of markedFiles(project)) sandbox.write(file, text);
    return sandbox;
  }

  async function measure(tests: readonly string[]): Promise<ReadonlyMap<string, Baseline>> {
    const lane = measurements++ % jobs;
    const free = lanes[lane] ?? markedSandbox();
    const measured = free.then((sandbox) => measureIn(sandbox, tests, reach));
    lanes[lane] = measured.then(
      () => free,
      () => free,
    );
    return measured;
  }

  async function measureAlone(test: string): Promise<Baseline> {
    const baseline = (await measure([test])).get(test) ?? NOT_RUN;
    if (!baseline.isPassing) onFailing(test);
    return baseline;
  }

  /** Tests that fail together with others may pass alone. */
  function measureTogether(tests: readonly string[]): void {
    const measured = measure(tests);
    for (const test of tests) {
      const baseline = measured.then((all) => {
        const found = all.get(test);
        return found?.isPassing === true ? found : measureAlone(test);
      });
      known.set(test, baseline);
      baseline.then((one) => cache.keep(test, one));
    }
  }

  function find(test: string): Promise<Baseline> | undefined {
    const cached = known.has(test) ? undefined : cache.find(test);
    if (cached !== undefined) known.set(test, Promise.resolve(cached));
    return known.get(test);
  }

  return async (test) => {
    const found = find(test);
    if (found !== undefined) return found;
    const others = [...reach.keys()].filter(
      (other) => other !== test && groupOf(other) === groupOf(test) && find(other) === undefined,
    );
    measureTogether([test, ...others.slice(0, TOGETHER_MAX - 1)]);
    return known.get(test) ?? NOT_RUN;
  };
}

const NOT_RUN: Baseline = { isPassing: false, ms: 0, hits: new Set() };

/** The tests beside the sources, or those of one folder under `test/`. Those in `test/` itself have little in common. */
function groupOf(test: string): string {
  if (test.startsWith('src/')) return 'src';
  const folder = test.slice(0, test.lastIndexOf('/'));
  return folder === 'test' ? test : folder;
}

async function measureIn(
  { folder }: Sandbox,
  tests: readonly string[],
  reach: Reach,
): Promise<ReadonlyMap<string, Baseline>> {
  const log = join(folder, 'hits.log');
  rmSync(log, { force: true });
  const { outcome, failing } = await runTests(folder, tests, {
    msMax: BASELINE_MS_MAX,
    until: 'end',
  });
  if (outcome === 'timed-out') return new Map();
  const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
  const noted = readHitLog(text, tests, Date.now(), reach);
  return new Map(
    [...noted].map(([test, one]) => [test, { ...one, isPassing: !failing.includes(test) }]),
  );
}
