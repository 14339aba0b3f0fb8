import { useEffect, useState } from 'preact/hooks';
import { type FieldFault, send } from '../client.ts';
import type { Draft } from './fields.tsx';

/** A check follows the last key by this much. */
const PAUSE_MS = 250;

/** The faults that the server finds in a draft, which is nowhere kept by that. */
export function useFaults(draft: Draft): readonly FieldFault[] {
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      const outcome = await send<{ readonly faults: readonly FieldFault[] }>(
        'POST',
        '/api/campaigns/check',
        JSON.stringify(draft),
      );
      if (!isOver && outcome.kind === 'ready') setFaults(outcome.value.faults);
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [draft]);
  return faults;
}
