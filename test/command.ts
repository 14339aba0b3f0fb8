import { spyOn } from 'bun:test';
import { cleanEnvironment } from './process.ts';

export type CommandResult = {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs a command of `parley` in this process, with these variables, and returns what it printed. */
export async function runCommand(
  command: (args: readonly string[]) => Promise<void>,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
  );
  const before = { ...process.env };
  setEnvironment({ ...cleanEnvironment(), ...variables });
  process.exitCode = 0;
  try {
    await command(args);
    return { code: Number(process.exitCode), ...printed };
  } finally {
    process.exitCode = 0;
    setEnvironment(before);
    for (const spy of spies) spy.mockRestore();
  }
}

function setEnvironment(next: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in next)) delete process.env[name];
  Object.assign(process.env, next);
}
