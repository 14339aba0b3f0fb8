import { join } from 'node:path';
import { ROOT } from '../../../test/process.ts';
import type { Project } from './packed.ts';

const OPTIONS = ['--types', '', ...'--noEmit --strict --target es2022 --lib es2023,dom'.split(' ')];

/** Checks the types of files in a project; fails with what the compiler says. */
export async function compile(
  project: Project,
  files: readonly string[],
  options: readonly string[],
): Promise<void> {
  await project.run(join(ROOT, 'node_modules/.bin/tsc'), ...OPTIONS, ...options, ...files);
}
