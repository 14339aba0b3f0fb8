import { type Faults, faultLines } from '../../lib/faults.ts';

/** What `parley <name>` does. Each is loaded when it runs, so that none waits for the others. */
export type Command = {
  readonly takes?: string;
  readonly summary: string;
  readonly run: (args: readonly string[]) => Promise<void>;
};

export type Commands = Readonly<Record<string, Command>>;

/** Says why a command ends, and with which code: 1 where it did not work, 2 where its arguments are invalid. */
export type Fail = (reason: string, exitCode: 1 | 2) => void;

export function failOf(command: string): Fail {
  return (reason, exitCode) => {
    process.stderr.write(`parley ${command}: ${reason}\n`);
    process.exitCode = exitCode;
  };
}

/** Lists what is wrong with a file, each with its line, and ends the command with 1. */
export function tellFaults(sentences: Faults<string>): void {
  process.stderr.write(`${faultLines(sentences).join('\n')}\n`);
  process.exitCode = 1;
}

/** What a command was asked for. undefined: for help, which is printed, or for what cannot be read, which is said. */
export function askedOf<Asked>(
  read: () => Asked | 'help',
  help: string,
  fail: Fail,
): Asked | undefined {
  try {
    const asked = read();
    if (asked !== 'help') return asked;
    process.stdout.write(help);
  } catch (error) {
    fail((error as Error).message, 2);
  }
  return undefined;
}

/** Whether a command that takes no arguments got some; it then says how it is used. */
export function hasArguments([first]: readonly string[], help: string): boolean {
  if (first === undefined) return false;
  const isHelp = first === '--help' || first === '-h';
  (isHelp ? process.stdout : process.stderr).write(help);
  process.exitCode = isHelp ? 0 : 2;
  return true;
}
