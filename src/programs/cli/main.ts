import { version } from '../../../package.json';
import type { Commands } from '../../host/command/command.ts';
import type { Part } from '../../host/part.ts';
import { RUNTIME_SETTINGS } from './runtime-settings.ts';

/** Those that there are whatever the parts are. */
const COMMANDS: Commands = {
  start: {
    summary: 'serve, with the config of this folder',
    run: async (args) => (await import('./start.ts')).start(args),
  },
  check: {
    takes: '[file]',
    summary: 'say whether a config file is right',
    run: async (args) => (await import('./check.ts')).check(args),
  },
  health: {
    summary: 'say whether the server here takes requests',
    run: async (args) => (await import('./health.ts')).health(args),
  },
  report: {
    summary: 'say what was sold, shown and owed',
    run: async (args) => (await import('./report.ts')).report(args),
  },
  rates: {
    takes: '[file]',
    summary: 'get the reference rates of currencies',
    run: async (args) => (await import('./rates.ts')).rates(args),
  },
  backup: {
    summary: 'copy the data folder, also of a server that runs',
    run: async (args) => (await import('./backup.ts')).backup(args),
  },
  restore: {
    summary: 'put a backup into an empty data folder',
    run: async (args) => (await import('./backup.ts')).restore(args),
  },
  'advertiser-key': {
    summary: 'print the key for an advertiser’s conversions',
    run: async (args) => (await import('./advertiser-key.ts')).advertiserKey(args),
  },
  catalog: {
    summary: 'serve a catalogue to try product search',
    run: async (args) => (await import('./catalog.ts')).catalog(args),
  },
  'mock-dsp': {
    summary: 'serve a bidder to test against',
    run: async (args) => (await import('./mock-dsp.ts')).mockDsp(args),
  },
};

const helpOf = (
  commands: Commands,
) => `Parley, an OpenRTB 2.6 exchange for native ads in conversations

Usage: parley <command>

${Object.entries(commands)
  .map(([name, { takes = '', summary }]) => `  ${`${name} ${takes}`.padEnd(18)} ${summary}`)
  .join('\n')}

parley <command> --help says more about a command; parley --version prints the version.

The config is parley.yaml in this folder, or the file named by PARLEY_CONFIG; without one, defaults.

Environment:

  PARLEY_CONFIG    the config file
  HOST             in place of listen.host of the config
  PORT             in place of listen.port
  ADMIN_PORT       in place of admin.port
  REDIS_URL        in place of redisUrl
  DATABASE_URL     in place of databaseUrl
  PARLEY_DATA_DIR  in place of dataDir
  LOG_LEVEL        how much start logs
${Object.keys(RUNTIME_SETTINGS)
  .map((name) => `  ${name}  of the runtime: docs/config.md`)
  .join('\n')}

Exit codes:

  0  it worked
  1  it did not, and standard error says why
  2  the arguments are not those that --help lists
`;

const [name = 'help', ...args] = process.argv.slice(2);
if (name !== 'start') endWithReader();
if (Object.hasOwn(COMMANDS, name)) {
  await COMMANDS[name]?.run(args);
} else if (['version', '--version', '-v'].includes(name)) {
  process.stdout.write(`parley ${version}\n`);
} else {
  // All parts are loaded for it.
  const { STANDARD_PARTS } = await import('../standard-parts.ts');
  const parts: readonly Part[] = STANDARD_PARTS;
  const all: Commands = Object.assign({}, COMMANDS, ...parts.map(({ commands }) => commands));
  if (Object.hasOwn(all, name)) {
    await all[name]?.run(args);
  } else if (['help', '--help', '-h'].includes(name)) {
    process.stdout.write(helpOf(all));
  } else {
    process.stderr.write(`parley: there is no command "${name}"\n\n${helpOf(all)}`);
    process.exitCode = 2;
  }
}

/** A reader that has seen enough, like `head`, is no failure of a command. A server goes on without one. */
function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  }
}
