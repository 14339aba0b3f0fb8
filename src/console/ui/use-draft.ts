import { useRef, useState } from 'preact/hooks';
import { type FailedCall, getJson, type Outcome } from '../client.ts';
import type { Draft } from './form-field.tsx';

/** What is edited, and the revision that it was read in. Something new has none. */
export type Version = { readonly draft: Draft; readonly revision?: number };

export type DraftOptions<Saved> = {
  readonly first: Version;
  readonly save: (
    body: string,
    headers: Readonly<Record<string, string>>,
  ) => Promise<Outcome<Saved>>;
  /** Reads what is stored now, for when somebody else has changed it meanwhile. */
  readonly latest?: (() => Promise<Outcome<Version>>) | undefined;
  readonly onSaved: (saved: Saved) => void;
};

export type DraftState = {
  readonly draft: Draft;
  readonly body: string;
  readonly change: (draft: Draft) => void;
  readonly isSaving: boolean;
  /** Why the last save failed. */
  readonly failed: FailedCall | undefined;
  readonly submit: (event: Event) => Promise<void>;
  /** Where somebody else has changed it meanwhile: one takes theirs, the other stores ours in their place. */
  readonly conflict: { readonly takeTheirs: () => void; readonly keepMine: () => void } | undefined;
};

const CONFLICT_STATUS = 412;

/** What somebody types and saves. Whatever a save comes to, nothing that was typed is lost. */
export function useDraft<Saved>(options: DraftOptions<Saved>): DraftState {
  const { first, save, latest, onSaved } = options;
  const [{ draft, revision }, setVersion] = useState(first);
  const [isSaving, setIsSaving] = useState(false);
  const [failed, setFailed] = useState<FailedCall>();
  const keyOf = useAttemptKey();
  const body = JSON.stringify(draft);

  const saveOver = async (seen: number | undefined) => {
    setIsSaving(true);
    const headers: Readonly<Record<string, string>> =
      seen === undefined ? { 'Idempotency-Key': keyOf(body) } : { 'If-Match': `"${seen}"` };
    const outcome = await save(body, headers);
    setIsSaving(false);
    setFailed(outcome.kind === 'failed' ? outcome : undefined);
    if (outcome.kind === 'ready') onSaved(outcome.value);
  };
  const withLatest = async (then: (now: Version) => void) => {
    const outcome = await latest?.();
    if (outcome?.kind === 'failed') setFailed(outcome);
    if (outcome?.kind === 'ready') then(outcome.value);
  };
  const conflict = {
    takeTheirs: () =>
      withLatest((now) => {
        setFailed(undefined);
        setVersion(now);
      }),
    keepMine: () =>
      withLatest((now) => {
        setVersion({ ...now, draft });
        void saveOver(now.revision);
      }),
  };
  return {
    draft,
    body,
    change: (next) => setVersion((before) => ({ ...before, draft: next })),
    isSaving,
    failed,
    submit: (event) => {
      event.preventDefault();
      return saveOver(revision);
    },
    conflict: failed?.status === CONFLICT_STATUS && latest !== undefined ? conflict : undefined,
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
