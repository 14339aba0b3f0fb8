import { useRef, useState } from 'preact/hooks';
import { differencesOf } from '../lib/differences.ts';
import { unfinishedIn } from './field-control.ts';
import type { Draft } from './form-field.tsx';
import { type FailedCall, getJson, type Outcome } from './shell/client.ts';

/** What is edited, and the revision that it was read in. Something new has none. */
export type Version = {
  readonly draft: Draft;
  readonly revision?: number;
  /** Who has changed it last. Absent where the answer does not say. */
  readonly changed?: { readonly by: string; readonly at: string | null };
};

export type DraftOptions<Saved> = {
  readonly first: Version;
  readonly save: (
    body: string,
    headers: Readonly<Record<string, string>>,
  ) => Promise<Outcome<Saved>>;
  /** Reads what is stored now, for when somebody else has changed it meanwhile. */
  readonly latest?: (() => Promise<Outcome<Version>>) | undefined;
  /** What a save of this draft will lead to, where that is not plain. */
  readonly warningOf?: ((draft: Draft) => string | undefined) | undefined;
  readonly onSaved: (saved: Saved) => void;
};

/** Somebody else has saved meanwhile. Who has seen that version may save over it. */
type DraftConflict = {
  /** undefined: it was not looked at. */
  readonly other: Version | undefined;
  readonly look: () => Promise<void>;
};

export type DraftState = {
  readonly draft: Draft;
  readonly body: string;
  readonly change: (draft: Draft) => void;
  readonly isSaving: boolean;
  /** Whether anything would be lost with it. */
  readonly isChanged: () => boolean;
  /** Why the last save failed. */
  readonly failed: FailedCall | undefined;
  readonly submit: (event: Event) => Promise<void>;
  readonly conflict: DraftConflict | undefined;
  readonly warning: string | undefined;
};

const CONFLICT_STATUS = 412;

/** The status of a save that was not tried: something in the form cannot be read. */
export const NOT_SENT = -1;

/** What somebody types and saves. Whatever a save comes to, nothing that was typed is lost. */
export function useDraft<Saved>(options: DraftOptions<Saved>): DraftState {
  const { first, save, latest, warningOf, onSaved } = options;
  const [base, setBase] = useState(first);
  const [draft, setDraft] = useState(first.draft);
  const [isSaving, setIsSaving] = useState(false);
  const [failed, setFailed] = useState<FailedCall>();
  const [other, setOther] = useState<Version>();
  const isSaved = useRef(false);
  const keyOf = useAttemptKey();
  const body = JSON.stringify(draft);

  const settle = (outcome: Outcome<Saved>) => {
    setOther(undefined);
    if (outcome.kind === 'failed') return setFailed(outcome);
    isSaved.current = true;
    setFailed(undefined);
    onSaved(outcome.value);
  };
  const saveNow = async () => {
    setIsSaving(true);
    const { revision } = base;
    const headers: Readonly<Record<string, string>> =
      revision === undefined ? { 'Idempotency-Key': keyOf(body) } : { 'If-Match': `"${revision}"` };
    settle(await save(body, headers));
    setIsSaving(false);
  };
  const look = async () => {
    const now = await latest?.();
    if (now?.kind === 'failed') return setFailed(now);
    if (now === undefined) return;
    setOther(now.value);
    setBase(now.value);
  };
  return {
    draft,
    body,
    change: (next) => {
      // What is typed after a save is not saved.
      isSaved.current = false;
      setDraft(next);
    },
    isSaving,
    isChanged: () => !isSaved.current && differencesOf(base.draft, draft).length > 0,
    failed,
    submit: async (event) => {
      event.preventDefault();
      const faults = unfinishedIn(event.currentTarget as HTMLFormElement);
      if (faults.length === 0) return saveNow();
      const reason = 'It is not saved yet.';
      setFailed({ kind: 'failed', status: NOT_SENT, reason, faults });
    },
    conflict: failed?.status === CONFLICT_STATUS && latest ? { other, look } : undefined,
    warning: warningOf?.(draft),
  };
}

/** The same key for every attempt with the same body: an answer that got lost does not create it twice. */
function useAttemptKey(): (body: string) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    if (last.current.key === '' || last.current.body !== body) {
      last.current = { body, key: crypto.randomUUID() };
    }
    return last.current.key;
  };
}

/** What is stored at a path now. */
export async function getVersion<Document>(
  path: string,
  versionOf: (document: Document) => Version,
): Promise<Outcome<Version>> {
  const outcome = await getJson<Document>(path);
  return outcome.kind === 'failed' ? outcome : { kind: 'ready', value: versionOf(outcome.value) };
}
