import { ConfigFault, loadConfig } from '../../../src/host/config/config.ts';
import { completeSetup, type Setup } from '../../../src/host/config/setup.ts';

/** The default config on free ports, with its data in that folder and limits that nobody reaches. */
export function ampleSetup(folder: string): Setup {
  const config = loadConfig({ HOST: '127.0.0.1', PORT: '0' }, folder);
  if (config instanceof ConfigFault) throw new Error(config.message);
  const ample = { globalPerSecond: 1e6, publisherPerSecond: 1e6, ipPerSecond: 1e6 };
  const setup = completeSetup({
    ...config,
    limits: { ...config.limits, ...ample },
    admin: { ...config.admin, port: 0 },
  });
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  return setup;
}
