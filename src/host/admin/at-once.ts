import type { AdminRoute } from './route.ts';

/** Calls of one person that are answered at the same time: a page makes a few. */
export const CALLS_AT_ONCE_MAX = 8;

/**
 * Answers a few calls of each person of a publisher at a time. Each may ask all workers or the database, and these pages
 * may be open to the internet.
 */
export function fewAtOnce(refused: Awaited<ReturnType<AdminRoute['answer']>>) {
  const running = new Map<string, number>();
  return (answer: AdminRoute['answer']): AdminRoute['answer'] =>
    async (call) => {
      const { caller } = call;
      if (caller.role !== 'publisher') return answer(call);
      const { person } = caller;
      const count = running.get(person) ?? 0;
      if (count >= CALLS_AT_ONCE_MAX) return refused;
      running.set(person, count + 1);
      try {
        return await answer(call);
      } finally {
        const left = (running.get(person) ?? 1) - 1;
        if (left === 0) running.delete(person);
        else running.set(person, left);
      }
    };
}
