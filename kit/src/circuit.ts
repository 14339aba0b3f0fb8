/** Keeps a chat from waiting, turn after turn, for an exchange that is down. */
export type Circuit = {
  /** Whether a call may be made now. While the circuit is open, one call after each pause may: the probe. */
  readonly admit: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
  /** The caller cancelled: this says nothing about the exchange. */
  readonly abandoned: () => void;
};

const FAILURES_TO_OPEN = 3;
const PAUSE_MS_MIN = 2_000;
const PAUSE_MS_MAX = 60_000;

export function createCircuit(nowMs: () => number): Circuit {
  let failures = 0;
  let closedAtMs = 0;
  let isProbing = false;
  return {
    admit() {
      if (failures < FAILURES_TO_OPEN) return true;
      if (isProbing || nowMs() < closedAtMs) return false;
      isProbing = true;
      return true;
    },
    succeeded() {
      failures = 0;
      isProbing = false;
    },
    failed() {
      // Calls that were under way when the circuit opened tell nothing new: only the probe lengthens the pause.
      if (failures >= FAILURES_TO_OPEN && !isProbing) return;
      isProbing = false;
      failures += 1;
      const pauseMs = PAUSE_MS_MIN * 2 ** (failures - FAILURES_TO_OPEN);
      closedAtMs = nowMs() + Math.min(PAUSE_MS_MAX, pauseMs);
    },
    abandoned() {
      isProbing = false;
    },
  };
}
