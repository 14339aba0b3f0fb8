import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigFault, configFile } from '../config/config.ts';
import { configNotes } from '../config/config-notes.ts';
import { loadSetup, readSetup } from '../config/setup.ts';
import { PARLEY } from '../lib/own-command.ts';
import { askedOf, failOf, tellFaults } from './command.ts';
import { lostTrustNotes, upgradeNotes } from './upgrade-notes.ts';

const HELP = `What \`parley start\` would say of a config, without starting

Usage: parley check [options] [file]

  file       the config file; without one, what start would read: the file that PARLEY_CONFIG names,
             parley.yaml in this folder, or the defaults
  --upgrade  also say what the first start of this version does to the database and the data folder, and which
             partners need a new key
  --help     this text
`;

/** `parley check [file]`: reports all faults of a config, of which `start` names the first, without starting. */
export async function check(args: readonly string[]): Promise<void> {
  const asked = askedOf(() => readOptions(args), HELP, failOf('check'));
  if (asked === undefined) return;
  const { file } = asked;
  const setup =
    file === undefined
      ? loadSetup(process.env, process.cwd())
      : readSetup(resolve(file), process.env);
  if (setup instanceof ConfigFault) return tellFaults(setup.sentences);
  const read = file ?? configFile(process.env, process.cwd());
  const verdict = read === undefined ? withoutFile(PARLEY) : `${read} is right`;
  process.stdout.write(`${verdict}\n`);
  for (const warning of setup.config.warnings) process.stdout.write(`warning: ${warning}\n`);
  for (const note of configNotes(setup, Date.now())) process.stdout.write(`note: ${note}\n`);
  if (!asked.isUpgrade) return;
  const { lines, isPossible } = await upgradeNotes(setup.config);
  const all = [...lines, ...(await lostTrustNotes(setup.config))];
  process.stdout.write(`${all.join('\n')}\n`);
  if (!isPossible) process.exitCode = 1;
}

/** Of a packaged server this says nothing: its config has a path of its own. */
export function withoutFile(command: typeof PARLEY): string {
  const verdict = 'no config file: the defaults are right';
  if (command === 'parley') return verdict;
  return `${verdict}. The service has a config of its own, which ${command} check reads`;
}

function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      upgrade: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  if (values.help) return 'help';
  const [file, ...others] = positionals;
  if (others.length > 0) {
    throw new Error(`expected one file, but got ${positionals.length}: ${positionals.join(', ')}`);
  }
  return { file, isUpgrade: values.upgrade };
}
