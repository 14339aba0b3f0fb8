/** The longest that a request waits for Redis. */
export const ANSWER_MS_MAX = 5;

/**
 * When the event loop was blocked, the answer may be in the socket, unread. The loop reads sockets before it
 * runs timers, so a second, short timer lets such an answer arrive first.
 */
const LAST_LOOK_MS = 1;

export const LATE = Symbol('late');

/** The answer, or `LATE` if it takes longer than `msMax`. */
export function answerOrLate<T>(answer: Promise<T>, msMax: number): Promise<T | typeof LATE> {
  return new Promise((resolve, reject) => {
    let timer = setTimeout(() => {
      timer = setTimeout(resolve, LAST_LOOK_MS, LATE);
    }, msMax - LAST_LOOK_MS);
    answer.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
