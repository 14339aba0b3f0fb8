import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedFolder } from './test-run.ts';

const PAUSE_MS = 100;

/**
 * A folder that is made once, by the first of all test processes that asks for it. The others wait, for as long as
 * their test may take, and fail where it failed.
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(sharedFolder(), name);
  const made = `${folder}.made`;
  if (isFirst(`${folder}.making`)) {
    const fault = await make(folder).then(() => '', String);
    writeFileSync(made, fault);
  }
  while (!existsSync(made)) await Bun.sleep(PAUSE_MS);
  const fault = readFileSync(made, 'utf8');
  if (fault !== '') throw new Error(fault);
  return folder;
}

function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
