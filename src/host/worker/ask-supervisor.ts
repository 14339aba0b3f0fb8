import type { PassedCall, PassedReply } from '../http/buyer-calls.ts';
import type { BroughtImage } from './messages.ts';

/** What a worker asks its supervisor, which has the database. */
export type SupervisorAsks = {
  readonly answerBuyer: { readonly asked: PassedCall; readonly reply: PassedReply };
  /** By its path. */
  readonly bringImage: { readonly asked: string; readonly reply: BroughtImage };
};

export type AskSupervisor = ReturnType<typeof createAskSupervisor>;

/** Over the socket beside the shared memory. undefined: no answer in time. */
export function createAskSupervisor(socketFile: string) {
  return async <Kind extends keyof SupervisorAsks>(
    kind: Kind,
    asked: SupervisorAsks[Kind]['asked'],
    waitMs: number,
  ): Promise<SupervisorAsks[Kind]['reply'] | undefined> => {
    try {
      const response = await fetch(`http://supervisor/${kind}`, {
        unix: socketFile,
        method: 'POST',
        body: JSON.stringify(asked),
        signal: AbortSignal.timeout(waitMs),
      });
      // The supervisor of this machine wrote it.
      return response.ok ? ((await response.json()) as SupervisorAsks[Kind]['reply']) : undefined;
    } catch {
      return undefined;
    }
  };
}
