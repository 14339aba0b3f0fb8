import { existsSync } from 'node:fs';

/** Of the Debian package: runs a command with the user, the config and the variables of the service. */
const SERVICE_COMMAND = '/usr/sbin/parley-service';

/**
 * How commands are called here, for sentences that advise one: `Run ${PARLEY} rates`. A bare `parley` knows neither the
 * config nor the data of a packaged server.
 */
export const PARLEY = existsSync(SERVICE_COMMAND) ? 'parley-service' : 'parley';
