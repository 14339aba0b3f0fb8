/** Does the work once nothing has happened for a while. To be called when something has. Keeps no process running. */
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
