import { eventually } from './eventually.ts';
import { atCleanUp, cleanEnvironment } from './process.ts';
import { startInTerminal } from './test-run.ts';

export type TerminalOptions = {
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs a shell's command in a real terminal of its own. What it writes to standard error, at least, is what it shows. */
export function runInTerminal(command: string, { columns = 80, env = {} }: TerminalOptions = {}) {
  const decoder = new TextDecoder();
  let shown = '';
  const { CI, ...others } = cleanEnvironment();
  const environment = { ...others, TERM: 'xterm', ...env };
  const child = startInTerminal(['sh', '-c', command], environment, {
    cols: columns,
    rows: 24,
    data: (_, bytes) => {
      shown += decoder.decode(bytes, { stream: true });
    },
  });
  atCleanUp(() => child.kill('SIGKILL'));
  let hasExited = false;
  const exited = child.exited.finally(() => {
    hasExited = true;
  });
  return {
    /** Every byte so far. */
    shown: () => shown,
    /** Whether it did so before it ended. */
    async showed(pattern: RegExp): Promise<boolean> {
      await eventually(() => pattern.test(shown) || hasExited);
      return pattern.test(shown);
    },
    exited,
  };
}

type RunInTerminal = ReturnType<typeof runInTerminal>;

/** Starts the command again where it gave up waiting before it showed anything, as on a machine without CPU. */
export async function untilShown(
  start: (attempt: number) => RunInTerminal,
  pattern: RegExp,
): Promise<RunInTerminal> {
  for (let attempt = 1; ; attempt++) {
    const terminal = start(attempt);
    if (await terminal.showed(pattern)) return terminal;
  }
}
