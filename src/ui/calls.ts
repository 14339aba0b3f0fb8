import type { AnswerOf, AnyOp, InputOf, OpOf } from '../lib/op.ts';
import { addressOf } from '../lib/op-address.ts';
import { useResource } from './loaded.tsx';
import { type Outcome, send } from './shell/client.ts';

type Names<Ops extends readonly AnyOp[], Method extends string> = Extract<
  Ops[number]['name'],
  `${Method} ${string}`
>;

type Given = { readonly revision?: number; readonly body?: unknown };

/** Calls of operations of which the browser has the types alone: `callsOf<typeof REPORT_OPS>()`. */
export function callsOf<Ops extends readonly AnyOp[]>() {
  return {
    /** What is read, and read again at an interval. */
    useAsked: <Name extends Names<Ops, 'GET'>>(
      name: Name,
      input: InputOf<OpOf<Ops, Name>>,
      everyMs?: number,
    ) => useResource<AnswerOf<OpOf<Ops, Name>>>(addressOf(name, input as object), everyMs),
    /** Something is changed, in the revision that was seen. */
    call: <Name extends Names<Ops, 'POST' | 'PUT' | 'DELETE'>>(
      name: Name,
      input: InputOf<OpOf<Ops, Name>>,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Outcome<AnswerOf<OpOf<Ops, Name>>>> => {
      const { revision, body } = input as Given;
      const seen = revision === undefined ? {} : { 'If-Match': `"${revision}"` };
      const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
      const method = name.slice(0, name.indexOf(' '));
      return send(addressOf(name, input as object), text, { ...headers, ...seen }, { method });
    },
  };
}
