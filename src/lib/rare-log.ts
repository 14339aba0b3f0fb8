import type { Log } from './log.ts';

const MINUTE_MS = 60_000;
/** More than there are partners, or journals of a machine. */
const KEYS_MAX = 10_000;
/** Lines with the same message. More than there are partners of which one can fail. */
const LINES_PER_MINUTE_MAX = 300;

/**
 * Lets a key pass so many times a minute. Returns how often it was left out since it passed last, or undefined where it
 * is left out now.
 */
function createPass(tickMs: () => number, perMinute: number) {
  const known = new Map<string, { readonly untilMs: number; passed: number; leftOut: number }>();
  return (key: string): number | undefined => {
    const last = known.get(key);
    if (last === undefined || tickMs() >= last.untilMs) {
      if (known.size >= KEYS_MAX) known.clear();
      known.set(key, { untilMs: tickMs() + MINUTE_MS, passed: 1, leftOut: 0 });
      return last?.leftOut ?? 0;
    }
    if (last.passed++ < perMinute) return 0;
    last.leftOut++;
    return undefined;
  };
}

/** Logs a key at most once a minute. `count` is how often there was something to say since the last time. */
export function createRareLog(log: Log, tickMs: () => number, level: keyof Log = 'warn') {
  const pass = createPass(tickMs, 1);
  return (key: string, facts: object, message: string): void => {
    const leftOut = pass(key);
    if (leftOut !== undefined) log[level]({ ...facts, count: leftOut + 1 }, message);
  };
}

/**
 * The same log with at most `LINES_PER_MINUTE_MAX` warnings, and as many errors, of a message: callers that cause them must
 * not fill the disk. `leftOut` is how many others there were before a line.
 */
export function createBoundedLog(log: Log, tickMs: () => number): Log {
  const bounded = (level: 'warn' | 'error') => {
    const pass = createPass(tickMs, LINES_PER_MINUTE_MAX);
    return (facts: object, message: string): void => {
      const leftOut = pass(message);
      if (leftOut === undefined) return;
      log[level](leftOut === 0 ? facts : { ...facts, leftOut }, message);
    };
  };
  return {
    debug: (facts, message) => log.debug(facts, message),
    info: (facts, message) => log.info(facts, message),
    warn: bounded('warn'),
    error: bounded('error'),
  };
}

/**
 * What no code has caught, as in a timer or a listener, ends neither this process nor the other timers: it is counted, and
 * logged once a minute for each line that throws. For servers, once they serve: what fails before that ends the start.
 */
export function goOnAfterFaults(log: Log, tickMs: () => number, count: () => void): void {
  const tell = createRareLog(log, tickMs, 'error');
  const onFault = (fault: unknown) => {
    count();
    tell(frameOf(fault), { err: fault }, NOT_CAUGHT);
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}

const NOT_CAUGHT = 'an error that nothing has caught, which is a fault of this program; it goes on';

/** Where it was thrown, of which a program has few, since its text may be that of a caller. */
function frameOf(fault: unknown): string {
  const stack = fault instanceof Error ? fault.stack : undefined;
  return stack?.split('\n').find((line) => /^\s*at /.test(line)) ?? 'unknown';
}
