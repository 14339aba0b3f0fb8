import type { Log } from './log.ts';
import { createRareLog } from './rare-log.ts';

/**
 * What no code has caught, as in a timer or a listener, ends neither this process nor the other timers: it is logged, once
 * a minute for each line that throws. For servers, once they serve: what fails before that ends the start.
 */
export function goOnAfterFaults(log: Log, tickMs: () => number): void {
  const tell = createRareLog(log, tickMs, 'error');
  const onFault = (fault: unknown) => tell(frameOf(fault), { err: fault }, NOT_CAUGHT);
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}

const NOT_CAUGHT = 'an error that nothing has caught, which is a fault of this program; it goes on';

/** Where it was thrown, of which a program has few, since its text may be that of a caller. */
function frameOf(fault: unknown): string {
  const stack = fault instanceof Error ? fault.stack : undefined;
  return stack?.split('\n').find((line) => /^\s*at /.test(line)) ?? 'unknown';
}
