import type { RefusedChange } from '../../../store/refused-change.ts';

/** A change is made in the database, then brought to this machine's workers, then answered. */
export async function servedChange<Stored extends object>(
  change: Promise<Stored | RefusedChange<Stored>>,
  refresh: () => Promise<void>,
): Promise<Stored | RefusedChange<Stored>> {
  const result = await change;
  if ('kind' in result) return result;
  try {
    await refresh();
    return result;
  } catch (error) {
    return { kind: 'not-served', reason: (error as Error).message, stored: result };
  }
}
