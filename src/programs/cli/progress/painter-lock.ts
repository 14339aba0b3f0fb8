/** Who may write to the terminal: the painter while it paints, and nobody any more once the work has ended. */
export type PainterLock = Int32Array<SharedArrayBuffer>;

const STATE = 0;
const HAS_PAINTED = 1;
const FREE = 0;
const PAINTING = 1;
const ENDED = 2;

/** How long is waited at once. It waits again until the terminal has taken the line. */
const WAIT_MS = 50;

export const createPainterLock = (): PainterLock => new Int32Array(new SharedArrayBuffer(8));

/** Paints, unless the work has ended. */
export function paintLocked(lock: PainterLock, paint: () => void): void {
  if (Atomics.compareExchange(lock, STATE, FREE, PAINTING) !== FREE) return;
  try {
    paint();
    Atomics.store(lock, HAS_PAINTED, 1);
  } finally {
    Atomics.store(lock, STATE, FREE);
    Atomics.notify(lock, STATE);
  }
}

/** After it nothing is painted. Says whether anything was. */
export function endPainting(lock: PainterLock): boolean {
  while (Atomics.compareExchange(lock, STATE, FREE, ENDED) === PAINTING) {
    Atomics.wait(lock, STATE, PAINTING, WAIT_MS);
  }
  return Atomics.load(lock, HAS_PAINTED) === 1;
}
