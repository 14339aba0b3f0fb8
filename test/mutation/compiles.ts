import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolderOf } from './sandbox.ts';

/** Whether the types of the project in this folder are right. */
export type Compiles = (folder: string) => Promise<boolean>;

/** Code that a mutation leaves unused is no reason to refuse it. */
const OPTIONS = ['--noEmit', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];

/** Later runs in the same folder check only the parts that depend on a changed file. */
export const compiles: Compiles = async (folder) => {
  const tsc = join(folder, 'node_modules/.bin/tsc');
  const kept = join(temporaryFolderOf(folder), 'tsc.tsbuildinfo');
  const args = [tsc, ...OPTIONS, '--incremental', '--tsBuildInfoFile', kept];
  const child = spawn('node', args, { cwd: folder, stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return code === 0;
};
