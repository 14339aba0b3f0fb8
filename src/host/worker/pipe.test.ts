import { expect, test } from 'bun:test';
import { createPipe } from './pipe.ts';

type OursAsks = { readonly double: { asked: [number]; reply: number } };
type TheirsAsks = {
  readonly name: { asked: []; reply: string };
  readonly wrong: { asked: []; reply: string };
  readonly never: { asked: []; reply: string };
};

const WAIT_MS = 5000;

function twoEnds() {
  const faults: unknown[] = [];
  const ours = createPipe<OursAsks, TheirsAsks>({
    send: (message) => void theirs.take(JSON.parse(JSON.stringify(message))),
    answers: { double: (number) => 2 * number },
    onFault: (error) => faults.push(error),
  });
  const theirs = createPipe<TheirsAsks, OursAsks>({
    send: (message) => void ours.take(JSON.parse(JSON.stringify(message))),
    answers: {
      name: () => 'worker',
      wrong: () => {
        throw new Error('no name');
      },
      never: () => Promise.withResolvers<string>().promise,
    },
    onFault: (error) => faults.push(error),
  });
  return { ours, theirs, faults };
}

test('both ends ask, and get the answer to their own question', async () => {
  const { ours, theirs } = twoEnds();
  const answers = await Promise.all([
    ours.ask('name', WAIT_MS),
    theirs.ask('double', WAIT_MS, 2),
    theirs.ask('double', WAIT_MS, 3),
  ]);
  expect(answers).toEqual(['worker', 4, 6]);
});

test('an answer that fails is a fault for who asked, and is told where it failed', async () => {
  const { ours, faults } = twoEnds();
  expect(await ours.put('wrong', WAIT_MS)).toMatchObject({ fault: 'no name' });
  expect(faults).toEqual([new Error('no name')]);
});

test('nobody waits longer than for the given time', async () => {
  expect(await twoEnds().ours.put('never', 1)).toBeUndefined();
});

test('when the other end is gone, nobody waits for it, and later questions get the same answer', async () => {
  const { ours } = twoEnds();
  const open = ours.put('never', WAIT_MS);
  ours.end({ fault: 'it ended' });
  const inAMoment = <T>(answer: Promise<T>) => Promise.race([answer, Bun.sleep(WAIT_MS / 10)]);
  expect(await inAMoment(open)).toEqual({ fault: 'it ended' });
  expect(await inAMoment(ours.put('name', WAIT_MS))).toEqual({ fault: 'it ended' });
});
