import type { CallFailure, HttpCall, HttpReply } from '../../demand/partner.ts';
import { createAfterwards } from '../../lib/afterwards.ts';
import type { RequestHead } from './request-bytes.ts';

/** The connection or pool that has a call, and drops it when it times out. */
type CallHolder = { readonly drop: (call: PendingCall) => void };

export type CallResult = HttpReply | CallFailure;

/** A call that has not been settled yet. It is settled once. */
export class PendingCall {
  readonly head: RequestHead;
  readonly body: HttpCall['body'];
  holder: CallHolder | undefined;
  /** The call is being repeated. It is not repeated again. */
  isRepeat = false;
  readonly givenUpAtMs: number;
  readonly #resolve: (result: CallResult) => void;
  #result: CallResult | undefined;

  constructor(
    head: RequestHead,
    body: HttpCall['body'],
    giveUpMs: number,
    resolve: (result: CallResult) => void,
  ) {
    this.head = head;
    this.body = body;
    this.givenUpAtMs = performance.now() + giveUpMs;
    this.#resolve = resolve;
    unsettled.add(this);
    sweeper ??= setInterval(giveUpLate, SWEEP_MS);
  }

  get isSettled(): boolean {
    return this.#result !== undefined;
  }

  settle(result: CallResult): void {
    unsettled.delete(this);
    this.holder = undefined;
    this.#result = result;
    handOverLater(this);
  }

  handOver(): void {
    if (this.#result !== undefined) this.#resolve(this.#result);
  }
}

/** The answers of an iteration of the event loop are handed over together: it saves CPU. */
const handOverLater = createAfterwards<PendingCall>(
  (call) => call.handOver(),
  (error) => {
    throw error;
  },
);

/** A call is given up so much later than it says, at most, if nothing else holds up the process. */
export const SWEEP_MS = 10;

/** All of this process. A timer for each costs several times what looking through them costs. */
const unsettled = new Set<PendingCall>();

/** It also keeps the process alive during a call. Sockets are unreferenced. */
let sweeper: ReturnType<typeof setInterval> | undefined;

function giveUpLate(): void {
  const nowMs = performance.now();
  for (const call of unsettled) {
    if (call.givenUpAtMs > nowMs) continue;
    call.holder?.drop(call);
    call.settle({ failure: 'no answer in time' });
  }
  if (unsettled.size > 0) return;
  clearInterval(sweeper);
  sweeper = undefined;
}
