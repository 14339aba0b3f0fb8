import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BaselineCache } from './baseline-cache.ts';
import { markBlocks } from './blocks.ts';
import { type Project, sourcesUnder } from './project.ts';
import { runTest } from './run-test.ts';
import type { Sandbox } from './sandbox.ts';

/** What a test file does when nothing is mutated. */
export type Baseline = {
  readonly isPassing: boolean;
  readonly ms: number;
  /** The blocks that run during it, in whatever process: `src/auction/award.ts#3` */
  readonly hits: ReadonlySet<string>;
};

const BASELINE_MS_MAX = 180_000;

/** The console runs in a browser, where nothing can be noted. */
const NOT_MARKED = 'src/console/';

export function isMarked(file: string): boolean {
  return !file.startsWith(NOT_MARKED);
}

/** The code of the project, rewritten so that it notes which blocks run. */
function markedFiles(project: Project): ReadonlyMap<string, string> {
  const files = sourcesUnder(project, ['src']).filter(isMarked);
  return new Map(
    files.map((file) => {
      const text = project.files.get(file) ?? '';
      const marked = markBlocks(text, (block) => `__hit('${file}#${block}')`);
      const hits = `${'../'.repeat(file.split('/').length - 1)}hits.ts`;
      return [file, `import { hit as __hit } from '${hits}'; ${marked}`];
    }),
  );
}

export type BaselineSetup = {
  readonly jobs: number;
  readonly newSandbox: () => Sandbox;
  readonly onFailing: (test: string) => void;
};

/** Runs each test at most once, when it is first needed. */
export type Baselines = (test: string) => Promise<Baseline>;

/** Makes as many marked sandboxes as there are jobs, but none while the cache knows everything. */
export function createBaselines(
  project: Project,
  cache: BaselineCache,
  { jobs, newSandbox, onFailing }: BaselineSetup,
): Baselines {
  const known = new Map<string, Promise<Baseline>>();
  const free: Sandbox[] = [];
  const waiting: ((sandbox: Sandbox) => void)[] = [];
  let made = 0;
  let marked: ReadonlyMap<string, string> | undefined;

  function newMarkedSandbox(): Sandbox {
    made++;
    const sandbox = newSandbox();
    marked ??= markedFiles(project);
    for (const [file, text] of marked) sandbox.write(file, text);
    sandbox.write('hits.ts', readFileSync(join(import.meta.dir, 'hits.ts'), 'utf8'));
    return sandbox;
  }

  function take(): Sandbox | Promise<Sandbox> {
    const sandbox = free.pop();
    if (sandbox !== undefined) return sandbox;
    if (made < jobs) return newMarkedSandbox();
    return new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(sandbox: Sandbox): void {
    const next = waiting.shift();
    if (next === undefined) free.push(sandbox);
    else next(sandbox);
  }

  async function measure(test: string): Promise<Baseline> {
    const cached = cache.find(test);
    if (cached !== undefined) return cached;
    const sandbox = await take();
    const baseline = await measureIn(sandbox, test);
    giveBack(sandbox);
    if (baseline.isPassing) cache.keep(test, baseline);
    else onFailing(test);
    return baseline;
  }

  return (test) => {
    const measured = known.get(test) ?? measure(test);
    known.set(test, measured);
    return measured;
  };
}

async function measureIn({ folder }: Sandbox, test: string): Promise<Baseline> {
  const log = join(folder, 'hits.log');
  rmSync(log, { force: true });
  const { outcome, ms } = await runTest(folder, test, BASELINE_MS_MAX);
  const hits = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return { isPassing: outcome === 'passed', ms, hits: new Set(hits) };
}
