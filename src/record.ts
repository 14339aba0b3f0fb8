import { explain } from './auction/explain.ts';
import type { Held } from './exchange.ts';
import type { NotifyLosses } from './notices/loss-notices.ts';
import type { Log } from './observe/log.ts';
import type { Recent } from './observe/recent.ts';

/** An auction that is over, kept as it was: its explanation is made when someone asks for it. */
export type Remembered = { readonly held: Held; readonly timeMs: number };

export type RecorderParts = {
  readonly recent: Recent<Remembered>;
  readonly notifyLosses: NotifyLosses;
  readonly warningCounts: Map<string, number>;
  readonly log: Log;
  readonly nowMs: () => number;
};

/** The last step of the flow: what is kept and sent on after the reply. */
export function createRecorder(parts: RecorderParts): (held: Held) => void {
  const { recent, notifyLosses, warningCounts, log, nowMs } = parts;
  return (held) => {
    const { requestId, request, warnings, result } = held;
    const { wire } = request;
    for (const { code, field } of warnings) {
      warningCounts.set(code, (warningCounts.get(code) ?? 0) + 1);
      log.debug({ requestId, code, field }, 'request warning');
    }
    recent.add([requestId, wire.id], { held, timeMs: nowMs() });
    if (wire.test !== 1) notifyLosses(wire.id, result.losses);
  };
}

/** The explanation as JSON; it says nothing about the person behind the request. */
export function explanationOf({ held, timeMs }: Remembered): string {
  const { requestId, request, result, tookMs, deadlineMs } = held;
  const circumstances = { requestId, nowMs: timeMs, tookMs, deadlineMs };
  return JSON.stringify(explain(request.wire, result, circumstances));
}
