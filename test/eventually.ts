import { PATIENT_MS } from './patience.ts';

const PAUSE_MS = 5;

/** Waits for something that happens by itself; fails if it does not. */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpMs = performance.now() + PATIENT_MS;
  while (!(await isSo())) {
    if (performance.now() > giveUpMs) throw new Error(`not so within ${PATIENT_MS} ms: ${isSo}`);
    await Bun.sleep(PAUSE_MS);
  }
}
