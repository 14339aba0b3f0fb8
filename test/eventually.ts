/** Far longer than anything takes, even beside busy neighbours: it ends a wait for something that never happens. */
const GIVE_UP_MS = 60_000;
const PAUSE_MS = 5;

/** Waits for something that happens by itself; fails if it does not. */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpMs = performance.now() + GIVE_UP_MS;
  while (!(await isSo())) {
    if (performance.now() > giveUpMs) throw new Error(`not so within ${GIVE_UP_MS} ms: ${isSo}`);
    await Bun.sleep(PAUSE_MS);
  }
}
