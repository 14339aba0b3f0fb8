import { resolve } from 'node:path';
import { ConfigFault, loadConfig, readConfig } from '../config.ts';

/** `parley check [file]`: what `start` would say of the config, without starting. */
export async function check(args: readonly string[]): Promise<void> {
  const [file] = args;
  const config =
    file === undefined
      ? loadConfig(process.env, process.cwd())
      : readConfig(resolve(file), process.env);
  if (config instanceof ConfigFault) {
    process.stderr.write(`${config.message}\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(`${file ?? 'the config'} is right\n`);
}
