import type { CallFailure, HttpCall, HttpReply } from '../../../core/auction/partner.ts';
import { createAfterwards } from '../../../lib/repeat.ts';
import type { RequestHead } from './request-bytes.ts';

/** The connection or pool that has a call, and drops it when it times out. */
type CallHolder = { readonly drop: (call: PendingCall) => void };

export type ReplyOrFailure = HttpReply | CallFailure;

/** A call that has not been settled yet. It is settled once. */
export class PendingCall {
  readonly head: RequestHead;
  readonly body: HttpCall['body'];
  holder: CallHolder | undefined;
  /** The call is being repeated. It is not repeated again. */
  isRepeat = false;
  readonly #resolve: (result: ReplyOrFailure) => void;
  #result: ReplyOrFailure | undefined;
  // The timer also keeps the process alive during the call. Sockets are unreferenced.
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor(
    head: RequestHead,
    body: HttpCall['body'],
    giveUpMs: number,
    resolve: (result: ReplyOrFailure) => void,
  ) {
    this.head = head;
    this.body = body;
    this.#resolve = resolve;
    this.#timer = setTimeout(giveUp, giveUpMs, this);
  }

  get isSettled(): boolean {
    return this.#result !== undefined;
  }

  settle(result: ReplyOrFailure): void {
    clearTimeout(this.#timer);
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

function giveUp(call: PendingCall): void {
  call.holder?.drop(call);
  call.settle({ failure: 'no answer in time' });
}
