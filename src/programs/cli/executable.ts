/** The entry point of the single-file executable: a worker, or a command as in `bin/parley`. */
import { becomeWorker, WORKER_ARGUMENT } from '../../host/machine/worker-command.ts';
import { withRuntimeSettings } from './runtime-settings.ts';

const environment = withRuntimeSettings(process.env);
// The process replaces itself and keeps its id, which a service manager knows. Workers inherit the environment.
if (environment !== undefined && process.execve !== undefined) {
  process.execve(process.execPath, [process.argv0, ...process.argv.slice(2)], environment);
}

if (process.argv[2] === WORKER_ARGUMENT) await becomeWorker();
else await import('./main.ts');
