type Stoppable = { readonly stop: () => Promise<void> };

export type ServerCommand<Options, Server extends Stoppable> = {
  readonly name: string;
  readonly help: string;
  /** The options of the arguments, or 'help'; throws a sentence where they make no sense. */
  readonly read: (args: readonly string[]) => Options | 'help';
  readonly start: (options: Options) => Server;
  /** The line that says it is up. */
  readonly greet: (server: Server) => string;
};

/** Runs a small server until it is told to stop: exit code 0 then, 2 for bad options, 1 if it cannot start. */
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
