import { askedOf, failOf } from '../../host/command/command.ts';

type Stoppable = { readonly stop: () => Promise<void> };

type ServerCommand<Options, Server extends Stoppable> = {
  readonly name: string;
  readonly help: string;
  /** Parses the arguments. Throws a sentence if they are invalid. */
  readonly read: (args: readonly string[]) => Options | 'help';
  readonly start: (options: Options) => Server;
  /** The line to print when the server is ready. */
  readonly greet: (server: Server) => string;
};

/** A server that runs until a signal. Exit codes: 0 after a signal, 1 if it cannot start, 2 for bad options. */
export function serverCommand<Options, Server extends Stoppable>(
  command: ServerCommand<Options, Server>,
): (args: readonly string[]) => Promise<void> {
  return async (args) => {
    const fail = failOf(command.name);
    const options = askedOf(() => command.read(args), command.help, fail);
    if (options === undefined) return;
    let server: Server;
    try {
      server = command.start(options);
    } catch (error) {
      return fail((error as Error).message, 1);
    }
    const stop = async () => {
      await server.stop();
      process.exit(0);
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    process.stdout.write(`${command.greet(server)}\n`);
  };
}
