import { type Answer, openConnection } from './connection.ts';
import { MINIMAL, requestHead } from './request.ts';

export type HalfSent = {
  /** Sends the rest and waits for the answer. */
  readonly finish: () => Promise<Answer>;
  /** Resolves when the server has closed, with what it sent beside the answer. */
  readonly closed: Promise<string>;
};

/** A bid request that is under way: the server has its head and the first bytes of its body. */
export async function openHalfSent(port: number): Promise<HalfSent> {
  const connection = await openConnection(port);
  const headers = { 'Content-Length': String(MINIMAL.length), Expect: '100-continue' };
  connection.send(requestHead({ headers }));
  // Comes when the head has arrived, so there is no need to guess how long that takes.
  const { status } = await connection.answer();
  if (status !== 100) throw new Error(`expected 100, got ${status}`);
  connection.send(MINIMAL.slice(0, 20));
  return {
    closed: connection.closed,
    async finish() {
      connection.send(MINIMAL.slice(20));
      return await connection.answer();
    },
  };
}

/** Resolves when the port takes no more connections. Nothing announces that moment: it has to be tried. */
export async function untilRefused(port: number): Promise<void> {
  for (;;) {
    try {
      (await openConnection(port)).drop();
    } catch {
      return;
    }
    await Bun.sleep(20);
  }
}
