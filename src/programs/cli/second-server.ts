import type { Config, Environment } from '../../host/config/config.ts';

type Own = Pick<Config, 'listen' | 'admin' | 'portal' | 'dataDir'>;

/** All that a second server on a machine needs of its own, in one command: one that collides would collide again. */
export function secondServerWords(
  config: Own,
  env: Environment,
  program = process.argv[1] ?? '',
): string {
  const { listen, admin, portal, dataDir } = config;
  const step = Math.abs(listen.port - admin.port) === STEP ? 2 * STEP : STEP;
  const command = [
    `PORT=${portBeside(listen.port, step)}`,
    `ADMIN_PORT=${portBeside(admin.port, step)}`,
    `PARLEY_DATA_DIR=${shellWord(`${dataDir}-2`)}`,
    startCommand(env, program),
  ].join(' ');
  const inFile =
    portal.port === undefined || portal.port === 0
      ? ''
      : ' and, in a config file of its own that PARLEY_CONFIG names, another portal.port';
  return `A second server on this machine starts with ports and a data folder of its own: ${command}${inFile}.`;
}

/** As whoever reads it can type it: a clone has no `parley` on the path. */
function startCommand({ npm_lifecycle_event }: Environment, program: string): string {
  if (npm_lifecycle_event === 'start') return 'npm start';
  return program.endsWith('.ts') ? 'bin/parley start' : 'parley start';
}

/** The programs that come with Parley listen on the ports right behind those of a server. */
const STEP = 1000;
const PORT_MAX = 65_535;

/** 0 is any free port. */
function portBeside(port: number, step: number): number {
  if (port === 0) return 0;
  return port + step <= PORT_MAX ? port + step : port - step;
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
