import { existsSync } from 'node:fs';

/** Of the Debian package: runs a command with the user, the config and the variables of the service. */
const SERVICE_COMMAND = '/usr/sbin/parley-service';

/** How commands are called here. A bare `parley` knows neither the config nor the data of a packaged server. */
export function ownCommand(serviceCommand = SERVICE_COMMAND): 'parley-service' | 'parley' {
  return existsSync(serviceCommand) ? 'parley-service' : 'parley';
}

/** For sentences that advise a command: `Run ${PARLEY} rates`. */
export const PARLEY = ownCommand();
