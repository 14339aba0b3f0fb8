import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
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

type CommandLine<Options extends ParseArgsOptionsConfig, Asked> = {
  readonly name: string;
  /** Has a paragraph that begins with `Usage:`. */
  readonly help: string;
  readonly options?: Options;
  /** Makes of the arguments what is asked for. Throws a sentence where they are invalid. */
  readonly read: (values: Values<Options>, positionals: readonly string[]) => Asked;
  readonly run: (asked: Asked, fail: Fail) => Promise<void> | void;
};

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ readonly options: Options }>
>['values'];

const HELP_OPTION = { help: { type: 'boolean', short: 'h' } } as const;

/** A command of `parley`: prints its help, or reads its arguments and runs. */
export function command<const Options extends ParseArgsOptionsConfig, Asked>({
  name,
  help,
  options,
  read,
  run,
}: CommandLine<Options, Asked>): (args: readonly string[]) => Promise<void> {
  const fail = failOf(name);
  const [usage = ''] = /^Usage:.*(?:\n {2,}parley .*)*/m.exec(help) ?? [];
  return async (args) => {
    let asked: Asked;
    try {
      const { values, positionals } = parseArgs({
        args: [...args],
        options: { ...options, ...HELP_OPTION },
        // Those that take none say so themselves.
        allowPositionals: true,
      });
      if (values.help === true) return void process.stdout.write(help);
      asked = read(values as Values<Options>, positionals);
    } catch (error) {
      return fail(`${(error as Error).message}\n${usage}`, 2);
    }
    await run(asked, fail);
  };
}

/** The only argument. undefined: there is none. */
export function onlyOne(noun: string, positionals: readonly string[]): string | undefined {
  const { length } = positionals;
  if (length <= 1) return positionals[0];
  throw new Error(`expected one ${noun}, but got ${length}: ${positionals.join(' ')}`);
}

/** For commands that take no arguments but options. */
export function noArguments([first]: readonly string[]): void {
  if (first !== undefined) throw new Error(`expected no argument, but got "${first}"`);
}
