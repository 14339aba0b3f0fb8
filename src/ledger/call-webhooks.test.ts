import { expect, test } from 'bun:test';
import { eventually } from '../../test/eventually.ts';
import { type SendCall, startPartnerCaller } from './call-partners.ts';
import type { DueCall, EndedCall } from './outbox.ts';

/** How one call ends that everybody refuses, and what was sent. */
async function endOf(call: Pick<DueCall, 'partner' | 'url' | 'body' | 'failures'>) {
  const sent: Parameters<SendCall>[] = [];
  const results: string[] = [];
  const ended: EndedCall[] = [];
  let waiting: readonly DueCall[] = [{ ...call, id: 'a', takenUntilMs: 1 }];
  const caller = startPartnerCaller({
    outbox: {
      async due(round) {
        ended.push(...round.ended);
        const due = waiting;
        waiting = [];
        return due;
      },
    },
    async send(...args) {
      sent.push(args);
      return { status: 500 };
    },
    onResult: (result, to) => results.push(`${result} ${to}`),
    faults: { failed() {}, recovered() {} },
  });
  await eventually(() => results.length === 1);
  await caller.stop();
  return { sent, result: results[0], next: ended[0]?.next };
}

const MESSAGE = { partner: 'webhook/ops', url: '', body: '{"text":"hi"}' };
const CALL = { partner: 'acme', url: 'https://dsp.example/win', body: undefined };

test('a body is posted, and a URL is called without one', async () => {
  const [[posted] = []] = (await endOf({ ...MESSAGE, failures: 0 })).sent;
  expect(posted).toEqual({ method: 'POST', url: '', headers: {}, body: MESSAGE.body });
  const [[called] = []] = (await endOf({ ...CALL, failures: 0 })).sent;
  expect(called).toEqual({ method: 'GET', url: CALL.url, headers: {} });
});

test('a message is tried again ninety times, and a call to a partner six times', async () => {
  const ends = await Promise.all([
    endOf({ ...MESSAGE, failures: 89 }),
    endOf({ ...MESSAGE, failures: 90 }),
    endOf({ ...CALL, failures: 5 }),
    endOf({ ...CALL, failures: 6 }),
  ]);
  expect(ends.map(({ result, next }) => [result, next])).toEqual([
    ['failed webhook/ops', 'again'],
    ['given_up webhook/ops', 'never'],
    ['failed acme', 'again'],
    ['given_up acme', 'never'],
  ]);
});
