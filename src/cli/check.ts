import { resolve } from 'node:path';
import { ConfigFault } from '../config.ts';
import { loadSetup, readSetup } from '../setup.ts';

/** `parley check [file]`: what `start` would say of the config, without starting. */
export async function check(args: readonly string[]): Promise<void> {
  const [file] = args;
  const setup =
    file === undefined
      ? loadSetup(process.env, process.cwd())
      : readSetup(resolve(file), process.env);
  if (setup instanceof ConfigFault) {
    process.stderr.write(`${setup.message}\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(`${file ?? 'the config'} is right\n`);
}
