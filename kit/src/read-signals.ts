import { checkSignals } from './check-signals.ts';
import type { Settings } from './options.ts';
import type { Message, Signals } from './signals/signals.ts';
import { wordsToldInPrivate } from './signals/told-in-private.ts';
import { startLimit } from './time-limit.ts';

/** The part of the whole time limit that `extract` may take, so that the exchange can still be asked. */
const EXTRACT_SHARE = 0.5;

/** By the publisher's own model; null where it fails, takes too long, or gives something else than signals. */
export async function extractSignals(
  messages: readonly Message[],
  { extract, timeoutMs }: Settings,
  signal: AbortSignal,
): Promise<Signals | null> {
  if (extract === undefined) return null;
  const limit = startLimit(timeoutMs * EXTRACT_SHARE, signal);
  try {
    const extracted = extract(messages, { signal: limit.signal }).then((signals) =>
      checkSignals(signals, wordsToldInPrivate(messages)),
    );
    return await Promise.race([extracted, limit.reached.then(() => null)]);
  } catch {
    return null;
  } finally {
    limit.clear();
  }
}
