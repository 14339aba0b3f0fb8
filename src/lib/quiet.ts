/**
 * Does the work once nothing has happened for a while. Returns a function to call when something happens. A process does
 * not stay for it.
 */
export type WhenQuiet = (work: () => void) => () => void;

export function quietFor(quietMs: number): WhenQuiet {
  return (work) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return () => {
      clearTimeout(timer);
      timer = setTimeout(work, quietMs);
      timer.unref();
    };
  };
}
