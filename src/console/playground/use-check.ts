import { useEffect, useState } from 'preact/hooks';
import type { CheckResult } from '../api.ts';
import { type Outcome, post } from '../client.ts';
import type { LineNote } from './editor.tsx';
import { findPosition, statedPosition } from './json-position.ts';

const PAUSE_MS = 250;

/** Validates a text after a pause in typing. undefined while the check is running. */
export function useCheck(text: string): Outcome<CheckResult> | undefined {
  const [checked, setChecked] = useState<{ text: string; outcome: Outcome<CheckResult> }>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const outcome = await post<CheckResult>('/api/validate', text);
      if (isCurrent) setChecked({ text, outcome });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return checked?.text === text ? checked.outcome : undefined;
}

/** The faults and warnings, each with its line. */
export function notesOf(text: string, result: CheckResult): readonly LineNote[] {
  if (!result.valid) {
    const { field, reason } = result.error.details;
    const place = field === undefined ? statedPosition(reason) : findPosition(text, field);
    const note = reason.replace(/^line \d+, column \d+: /, '');
    return [{ line: place?.line ?? 1, text: note, kind: 'error' }];
  }
  return result.warnings.map(({ field, reason }) => ({
    line: (field === undefined ? undefined : findPosition(text, field)?.line) ?? 1,
    text: reason,
    kind: 'warning' as const,
  }));
}
