import type { CallFailure, HttpCall, HttpReply } from '../../demand/partner.ts';
import type { RequestHead } from './request-bytes.ts';

/** The connection or pool that has a call, and drops it when it times out. */
type CallHolder = { readonly drop: (call: PendingCall) => void };

/** A call that has not been settled yet. It is settled once. */
export class PendingCall {
  readonly head: RequestHead;
  readonly body: HttpCall['body'];
  holder: CallHolder | undefined;
  /** The call is being repeated. It is not repeated again. */
  isRepeat = false;
  readonly #resolve: (result: HttpReply | CallFailure) => void;
  // The timer also keeps the process alive during the call. Sockets are unreferenced.
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor(
    head: RequestHead,
    body: HttpCall['body'],
    giveUpMs: number,
    resolve: (result: HttpReply | CallFailure) => void,
  ) {
    this.head = head;
    this.body = body;
    this.#resolve = resolve;
    this.#timer = setTimeout(giveUp, giveUpMs, this);
  }

  settle(result: HttpReply | CallFailure): void {
    clearTimeout(this.#timer);
    this.holder = undefined;
    this.#resolve(result);
  }
}

function giveUp(call: PendingCall): void {
  call.holder?.drop(call);
  call.settle({ failure: 'no answer in time' });
}
