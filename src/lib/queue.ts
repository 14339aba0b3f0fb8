/** Runs one piece of work behind the other. `'too-many'`: so many are under way that no further one is taken. */
export function createQueue(underWayMax: number) {
  let last: Promise<unknown> = Promise.resolve();
  let underWay = 0;
  return <T>(run: () => Promise<T>): Promise<T | 'too-many'> => {
    if (underWay >= underWayMax) return Promise.resolve('too-many');
    underWay++;
    const work = last.catch(() => {}).then(run);
    last = work;
    return work.finally(() => {
      underWay--;
    });
  };
}
