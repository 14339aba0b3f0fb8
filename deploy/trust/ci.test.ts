import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { scripts } from '../../package.json';
import { ROOT } from './production-packages.ts';

type Workflow = {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      { readonly steps: readonly { readonly run?: string }[]; 'timeout-minutes': number }
    >
  >;
};

const own = readFileSync(join(ROOT, '.ci/run'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('npm '))
  .map((line) => line.replace(/ &$/, ''));
const workflow: Workflow = parse(readFileSync(join(ROOT, '.github/workflows/check.yaml'), 'utf8'));
const jobs = Object.values(workflow.jobs);
const commandsOf = (job: (typeof jobs)[number]) => job.steps.flatMap(({ run }) => run ?? []);

describe('the workflow of the forge', () => {
  test('runs the commands of .ci/run, each of them and no other', () => {
    expect([...new Set(jobs.flatMap(commandsOf))].sort()).toEqual([...own].sort());
  });

  test('installs from the lock file first in every job, and bounds its time', () => {
    for (const job of jobs) {
      expect(commandsOf(job)[0]).toBe(own[0] ?? '');
      expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  test('may only read the repository', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });
});

test('every command of .ci/run exists', () => {
  const names = own.flatMap((line) => /^npm (?:run )?(\S+)/.exec(line)?.[1] ?? []);
  expect(names.filter((name) => name !== 'ci' && !Object.hasOwn(scripts, name))).toEqual([]);
});
