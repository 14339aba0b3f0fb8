import { AWAITED_MS_MAX } from './patience.ts';

const PAUSE_MS = 5;

/** Waits for something that happens by itself; fails if it does not. */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpMs = performance.now() + AWAITED_MS_MAX;
  while (!(await isSo())) {
    if (performance.now() > giveUpMs)
      throw new Error(`not so within ${AWAITED_MS_MAX} ms: ${isSo}`);
    await Bun.sleep(PAUSE_MS);
  }
}
