type Stoppable = { readonly stop: () => Promise<void> };

export type ServerCommand<Options, Server extends Stoppable> = {
  readonly name: string;
  readonly help: string;
  /** Parses the arguments. Throws a sentence if they are invalid. */
  readonly read: (args: readonly string[]) => Options | 'help';
  readonly start: (options: Options) => Server;
  /** The line to print when the server is ready. */
  readonly greet: (server: Server) => string;
};

/** Runs a small server until a signal stops it. Exit codes: 0 after a signal, 1 if it cannot start, 2 for bad options. */
export function runServer<Options, Server extends Stoppable>(
  command: ServerCommand<Options, Server>,
  args: readonly string[],
): void {
  const fail = (error: unknown, exitCode: number) => {
    process.stderr.write(`parley ${command.name}: ${(error as Error).message}\n`);
    process.exitCode = exitCode;
  };

  let options: Options | 'help';
  try {
    options = command.read(args);
  } catch (error) {
    fail(error, 2);
    return;
  }
  if (options === 'help') {
    process.stdout.write(command.help);
    return;
  }

  let server: Server;
  try {
    server = command.start(options);
  } catch (error) {
    fail(error, 1);
    return;
  }
  const stop = async () => {
    await server.stop();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.stdout.write(`${command.greet(server)}\n`);
}
