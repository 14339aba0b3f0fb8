import { join } from 'node:path';
import { madeOnce } from '../../made-once.ts';
import { BUILT_RELEASE, BUN, ROOT } from '../../process.ts';
import { startChild } from '../../test-run.ts';

/** Runs a program to its end and returns its output; fails with its errors. */
export async function output(
  command: string,
  args: readonly string[],
  options: { readonly folder?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const child = startChild(command, args, {
    cwd: options.folder ?? ROOT,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data) => {
    stdout += data;
  });
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  const code = await new Promise((resolve, reject) => {
    child.on('close', resolve);
    child.on('error', reject);
  });
  if (code !== 0)
    throw new Error(`${command} ${args.join(' ')} exited ${code}:\n${stdout}${stderr}`);
  return stdout;
}

/** `npm run build` with these options, into a folder of the tests. */
export const buildInto = (folder: string, ...options: readonly string[]): Promise<string> =>
  output(BUN, [join(ROOT, 'deploy/build/main.ts'), '--out', folder, ...options]);

/** The folder with the executable, the Debian package and the folder of the image, built once for all tests. */
export const releaseFolder = async (): Promise<string> =>
  BUILT_RELEASE ?? madeOnce('release', (folder) => buildInto(folder, '--deb', '--container'));
