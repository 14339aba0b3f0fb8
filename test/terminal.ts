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
  return {
    /** Every byte so far. */
    shown: () => shown,
    showed: (text: string) => eventually(() => shown.includes(text)),
    exited: child.exited,
  };
}
