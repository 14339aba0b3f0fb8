import { explain } from './auction/explain.ts';
import type { Held } from './exchange.ts';
import type { NotifyLosses } from './notices/loss-notices.ts';
import type { Log } from './observe/log.ts';
import type { Recent } from './observe/recent.ts';

export type RecorderParts = {
  readonly recent: Recent;
  readonly notifyLosses: NotifyLosses;
  readonly warningCounts: Map<string, number>;
  readonly log: Log;
  readonly nowMs: () => number;
};

/** The last step of the flow: what is kept and sent on after the reply. */
export function createRecorder(parts: RecorderParts): (held: Held) => void {
  const { recent, notifyLosses, warningCounts, log, nowMs } = parts;
  return ({ requestId, request, warnings, result, tookMs, deadlineMs }) => {
    const { wire } = request;
    for (const { code, field } of warnings) {
      warningCounts.set(code, (warningCounts.get(code) ?? 0) + 1);
      log.debug({ requestId, code, field }, 'request warning');
    }
    const explanation = explain(wire, result, { requestId, nowMs: nowMs(), tookMs, deadlineMs });
    recent.add([requestId, wire.id], JSON.stringify(explanation));
    if (wire.test !== 1) notifyLosses(wire.id, result.losses);
  };
}
