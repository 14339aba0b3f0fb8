import { inTime } from '../../lib/in-time.ts';

/** What one end of a pipe is asked, by its kind, and what it replies: as JSON. */
type Asks<T> = {
  readonly [Kind in keyof T]: { readonly asked: unknown[]; readonly reply: unknown };
};

/** A kind of question without an answer does not compile. */
export type AnswersTo<T extends Asks<T>> = {
  readonly [Kind in keyof T]: (
    ...asked: T[Kind]['asked']
  ) => T[Kind]['reply'] | Promise<T[Kind]['reply']>;
};

/** undefined: no answer in time. */
export type Ask<T extends Asks<T>> = <Kind extends keyof T & string>(
  kind: Kind,
  waitMs: number,
  ...asked: T[Kind]['asked']
) => Promise<T[Kind]['reply'] | undefined>;

export type Message = Question | (Answer & { readonly number: number });
type Question = {
  readonly number: number;
  readonly kind: string;
  readonly asked: readonly unknown[];
};
type Answer = { readonly reply?: unknown; readonly fault?: string };

type PipeParts<Ours extends Asks<Ours>> = {
  readonly send: (message: Message) => void;
  readonly answers: AnswersTo<Ours>;
  /** Told of an answer that failed. */
  readonly onFault: (error: unknown) => void;
};

/** One end of the pipe between the supervisor and a worker: each asks the other, and answers it. */
export function createPipe<Ours extends Asks<Ours>, Theirs extends Asks<Theirs>>({
  send,
  answers,
  onFault,
}: PipeParts<Ours>) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let numbers = 0;
  let ended: Answer | undefined;

  async function answered({ kind, asked }: Question): Promise<Answer> {
    try {
      return { reply: await answers[kind as keyof Ours](...asked) };
    } catch (error) {
      onFault(error);
      return { fault: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The answer, or with what the wait ended. */
  async function put<Kind extends keyof Theirs & string>(
    kind: Kind,
    waitMs: number,
    ...asked: Theirs[Kind]['asked']
  ): Promise<Answer | undefined> {
    if (ended !== undefined) return ended;
    const number = numbers++;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    waiting.set(number, resolve);
    send({ number, kind, asked });
    return inTime(promise, waitMs, undefined).finally(() => waiting.delete(number));
  }

  // Both ends are of the same version: the reply is what the other one declares.
  const ask: Ask<Theirs> = async (kind, waitMs, ...asked) =>
    (await put(kind, waitMs, ...asked))?.reply;

  return {
    put,
    ask,
    /** A message of the other end. */
    async take(message: Message): Promise<void> {
      if ('kind' in message) send({ number: message.number, ...(await answered(message)) });
      else waiting.get(message.number)?.(message);
    },
    /** The other end is gone: this is the answer to all that was asked, and to what will be. */
    end(answer: Answer): void {
      ended = answer;
      for (const settle of waiting.values()) settle(answer);
    },
  };
}
