import { version } from '../../package.json';
import { campaigns } from './campaigns.ts';
import { catalog } from './catalog.ts';
import { check } from './check.ts';
import { derive } from './derive.ts';
import { mockDsp } from './mock-dsp.ts';
import { report } from './report.ts';
import { start } from './start.ts';

type Command = {
  readonly usage: string;
  readonly summary: string;
  readonly run: (args: readonly string[]) => Promise<void>;
};

const COMMANDS: Readonly<Record<string, Command>> = {
  start: { usage: 'start', summary: 'serve, with the config of this folder', run: start },
  check: { usage: 'check [file]', summary: 'say whether a config file is right', run: check },
  report: { usage: 'report', summary: 'say what was sold, shown and owed', run: report },
  campaigns: {
    usage: 'campaigns',
    summary: 'bring campaigns into the store, or out of it',
    run: campaigns,
  },
  catalog: { usage: 'catalog', summary: 'serve a catalogue to try product search', run: catalog },
  derive: { usage: 'derive', summary: 'say what the kit reads in conversations', run: derive },
  'mock-dsp': { usage: 'mock-dsp', summary: 'serve a bidder to test against', run: mockDsp },
};

const HELP = `Parley, an OpenRTB 2.6 exchange for native ads in conversations

Usage: parley <command>

${Object.values(COMMANDS)
  .map(({ usage, summary }) => `  ${usage.padEnd(14)} ${summary}`)
  .join('\n')}

parley <command> --help says more about a command; parley --version prints the version.

The config is parley.yaml in this folder, or the file named by PARLEY_CONFIG; without one, defaults.
`;

const [name = 'help', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command !== undefined) {
  await command.run(args);
} else if (['help', '--help', '-h'].includes(name)) {
  process.stdout.write(HELP);
} else if (['version', '--version', '-v'].includes(name)) {
  process.stdout.write(`parley ${version}\n`);
} else {
  process.stderr.write(`parley: there is no command "${name}"\n\n${HELP}`);
  process.exitCode = 2;
}
