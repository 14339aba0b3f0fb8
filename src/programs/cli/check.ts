import { resolve } from 'node:path';
import { command, onlyOne, tellFaults } from '../../host/command/command.ts';
import { ConfigFault, configFile } from '../../host/config/config.ts';
import { configNotes } from '../../host/config/config-notes.ts';
import { loadSetup, readSetup } from '../../host/config/setup.ts';
import { PARLEY } from '../../lib/own-command.ts';

const HELP = `What \`parley start\` would say of a config, without starting

Usage: parley check [file]

  file       the config file; without one, what start would read: the file that PARLEY_CONFIG names,
             parley.yaml in this folder, or the defaults
  --help     this text
`;

/** `parley check [file]`: reports all faults of a config, of which `start` names the first, without starting. */
export const check = command({
  name: 'check',
  help: HELP,
  read: (_, positionals) => onlyOne('file', positionals),
  run(file) {
    const setup =
      file === undefined
        ? loadSetup(process.env, process.cwd())
        : readSetup(resolve(file), process.env);
    if (setup instanceof ConfigFault) return tellFaults(setup.sentences);
    const read = file ?? configFile(process.env, process.cwd());
    const verdict = read === undefined ? withoutFile(PARLEY) : `${read} is right`;
    process.stdout.write(`${verdict}\n`);
    for (const note of configNotes(setup, Date.now())) process.stdout.write(`note: ${note}\n`);
  },
});

/** Of a packaged server this says nothing: its config has a path of its own. */
function withoutFile(command: typeof PARLEY): string {
  const verdict = 'no config file: the defaults are right';
  if (command === 'parley') return verdict;
  return `${verdict}. The service has a config of its own, which ${command} check reads`;
}
