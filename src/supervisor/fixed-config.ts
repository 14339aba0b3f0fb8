import type { Config } from '../config/config.ts';
import { schemeOf } from '../lib/server-url.ts';

/** The parts of a config that are decided at the start. A reload keeps them. */
export type FixedConfig = Pick<Config, 'admin' | 'databaseUrl' | 'ledger' | 'dataDir'> & {
  readonly listen: Pick<Config['listen'], 'host' | 'port' | 'workers'>;
};

export const ONLY_AT_RESTART =
  'listen.host, listen.port, listen.workers, whether there is listen.tls, admin, databaseUrl, ledger and dataDir change only at a restart';

export function hasFixedChange(before: Config, after: Config): boolean {
  if (schemeOf(before.listen) !== schemeOf(after.listen)) return true;
  return !Bun.deepEquals(fixedPart(before), fixedPart(after));
}

/** The new config with the fixed parts of the old one. `listen.publicUrl` is not fixed. */
export function withFixedParts(before: Config, after: Config): Config {
  const { listen, ...fixed } = fixedPart(before);
  return { ...after, ...fixed, listen: { ...after.listen, ...listen } };
}

function fixedPart({ listen, admin, databaseUrl, ledger, dataDir }: Config): FixedConfig {
  const { host, port, workers } = listen;
  return { listen: { host, port, workers }, admin, databaseUrl, ledger, dataDir };
}
