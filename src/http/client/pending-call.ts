import type { CallFailure, HttpCall, HttpReply } from '../../demand/partner.ts';
import type { RequestHead } from './request-head.ts';

/** Whatever holds a call and has to let go of it when its time is up. */
export type CallHolder = { readonly drop: (call: PendingCall) => void };

/** A call between being asked for and being settled; it is settled once. */
export class PendingCall {
  readonly head: RequestHead;
  readonly body: HttpCall['body'];
  holder: CallHolder | undefined;
  /** It is made for the second time, and not for a third. */
  isRepeat = false;
  readonly #resolve: (result: HttpReply | CallFailure) => void;
  // It also keeps the process alive while a call is under way; sockets do not.
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
