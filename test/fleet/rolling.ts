import { eventually } from '../eventually.ts';
import type { Fleet } from './fleet.ts';

const NEW_TIMEOUT_MS = 450;
/** The balancer has asked every machine several times by then. */
const SETTLED_MS = 1500;

/** Replaces every machine by one with another config, one after the other: drained, started, ready. */
export async function rollOver({
  machines,
  configWith,
}: Fleet): Promise<{ readonly fromMs: number }> {
  await Bun.sleep(SETTLED_MS);
  const fromMs = Date.now();
  for (const machine of machines) {
    await machine.stop();
    machine.use(configWith(NEW_TIMEOUT_MS));
    await machine.start();
    await eventually(() =>
      fetch(`http://127.0.0.1:${machine.port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await Bun.sleep(SETTLED_MS);
  }
  return { fromMs };
}
