import { command, noArguments } from '../../host/command/command.ts';
import { type Config, ConfigFault, loadConfig } from '../../host/config/config.ts';
import { schemeOf, serverUrl } from '../../lib/server-url.ts';

const HELP = `Asks the server of this folder's config whether it takes requests, for health checks of containers

Usage: parley health

It exits 0 if GET /readyz on the public port answers 200, else 1.
`;

const WAIT_MS_MAX = 3000;

/** `parley health`: says whether a server with the same config on this machine is ready. */
export const health = command({
  name: 'health',
  help: HELP,
  read: (_, positionals) => noArguments(positionals),
  async run(_, fail) {
    const config = loadConfig(process.env, process.cwd());
    const fault = config instanceof ConfigFault ? config.message : await findFault(config);
    if (fault !== undefined) fail(fault, 1);
  },
});

async function findFault({ listen }: Config): Promise<string | undefined> {
  const url = `${serverUrl(reachable(listen.host), listen.port, schemeOf(listen))}/readyz`;
  try {
    const signal = AbortSignal.timeout(WAIT_MS_MAX);
    // The certificate names the public host, and this asks the own machine.
    const { status } = await fetch(url, { signal, tls: { rejectUnauthorized: false } });
    return status === 200 ? undefined : `${url} answered ${status}`;
  } catch (error) {
    return `${url} gave no answer: ${(error as Error).message}`;
  }
}

/** A container need not know the name localhost. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
