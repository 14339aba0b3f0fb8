import { useRef, useState } from 'preact/hooks';
import { type Difference, differencesOf } from '../lib/differences.ts';
import { type Collision, type MergeSide, merge } from '../lib/merge.ts';
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
  /** What was typed before the form was drawn. */
  readonly typed?: Draft | undefined;
  readonly onTyped?: (draft: Draft) => void;
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

/** Somebody else has saved meanwhile. What does not collide is put together in the draft. */
export type DraftConflict = {
  readonly changed: Version['changed'];
  /** What they have changed. */
  readonly changes: readonly Difference[];
  readonly collisions: readonly (Collision & { readonly side: MergeSide | undefined })[];
  readonly choose: (field: string, side: MergeSide) => void;
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

export const CONFLICT_STATUS = 412;

/** The status of a save that was not tried: something in the form cannot be read. */
export const NOT_SENT = -1;

type OpenConflict = {
  readonly first: Draft;
  readonly mine: Draft;
  readonly theirs: Version;
  readonly sides: Readonly<Record<string, MergeSide>>;
};

/** What somebody types and saves. Whatever a save comes to, nothing that was typed is lost. */
export function useDraft<Saved>(options: DraftOptions<Saved>): DraftState {
  const { first, typed, onTyped, save, latest, warningOf, onSaved } = options;
  const [base, setBase] = useState(first);
  const [draft, setDraft] = useState(typed ?? first.draft);
  const [isSaving, setIsSaving] = useState(false);
  const [failed, setFailed] = useState<FailedCall>();
  const [open, setOpen] = useState<OpenConflict>();
  const isSaved = useRef(false);
  const keyOf = useAttemptKey();
  const body = JSON.stringify(draft);

  const settle = async (outcome: Outcome<Saved>) => {
    if (outcome.kind === 'ready') {
      isSaved.current = true;
      setFailed(undefined);
      setOpen(undefined);
      onSaved(outcome.value);
      return;
    }
    const now = outcome.status === CONFLICT_STATUS ? await latest?.() : undefined;
    // What could not be read may be read after the next attempt.
    setFailed(now?.kind === 'failed' ? now : outcome);
    if (now?.kind !== 'ready') return;
    const theirs = { changed: changedBy(outcome), ...now.value };
    const opened = { first: base.draft, mine: draft, theirs, sides: {} };
    setOpen(opened);
    setBase(now.value);
    setDraft(settled(opened));
  };
  const saveNow = async () => {
    setIsSaving(true);
    const { revision } = base;
    const headers: Readonly<Record<string, string>> =
      revision === undefined ? { 'Idempotency-Key': keyOf(body) } : { 'If-Match': `"${revision}"` };
    await settle(await save(body, headers));
    setIsSaving(false);
  };
  const choose = (of: OpenConflict) => (field: string, side: MergeSide) => {
    const next = { ...of, sides: { ...of.sides, [field]: side } };
    setOpen(next);
    // What was typed since stays.
    const versions = { first: settled(of), mine: draft, theirs: settled(next) };
    setDraft(merge(versions, () => 'theirs').value as Draft);
  };
  return {
    draft,
    body,
    change: (next) => {
      // What is typed after a save is not saved.
      isSaved.current = false;
      setDraft(next);
      onTyped?.(next);
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
    conflict: open && { ...conflictOf(open), choose: choose(open) },
    warning: warningOf?.(draft),
  };
}

/** As the refusal says it, for where the version does not. */
function changedBy({ reason }: FailedCall): NonNullable<Version['changed']> {
  return { by: /^(.+) has changed it meanwhile/.exec(reason)?.[1] ?? 'somebody else', at: null };
}

function settled({ sides, theirs, ...versions }: OpenConflict): Draft {
  const all = { ...versions, theirs: theirs.draft };
  return merge(all, (field) => sides[field] ?? 'mine').value as Draft;
}

function conflictOf({ sides, theirs, ...versions }: OpenConflict): Omit<DraftConflict, 'choose'> {
  const { collisions } = merge({ ...versions, theirs: theirs.draft }, () => 'mine');
  return {
    changed: theirs.changed,
    changes: differencesOf(versions.first, theirs.draft),
    collisions: collisions.map((one) => ({ ...one, side: sides[one.field] })),
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
