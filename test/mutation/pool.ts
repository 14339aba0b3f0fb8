/** Things that one user at a time may have, made when they are first needed. */
export type Pool<T> = <R>(use: (one: T) => Promise<R>) => Promise<R>;

export function createPool<T>(sizeMax: number, make: () => T): Pool<T> {
  const free: T[] = [];
  const waiting: ((one: T) => void)[] = [];
  let made = 0;

  function take(): T | Promise<T> {
    const one = free.pop();
    if (one !== undefined) return one;
    if (made === sizeMax) return new Promise((resolve) => waiting.push(resolve));
    made++;
    return make();
  }

  function giveBack(one: T): void {
    const next = waiting.shift();
    if (next === undefined) free.push(one);
    else next(one);
  }

  return async (use) => {
    const one = await take();
    try {
      return await use(one);
    } finally {
      giveBack(one);
    }
  };
}
