import type { Static, TSchema } from 'typebox';
import type { DeepReadonly } from '../lib/readonly.ts';
import type { Refusal } from '../lib/refusal.ts';

/** One kind of record that people run: a campaign, a publisher, a saved report. */
export type RecordKind<Definition = unknown, State extends string = string, Kept = unknown> = {
  /** In keys and addresses, and as people call one. */
  readonly name: string;
  /** What people write. */
  readonly schema: TSchema;
  /** The states, the first one first, and which may follow each. `deleted` is for machines that have not heard of it yet. */
  readonly states: Readonly<Record<State, readonly (NoInfer<State> | 'deleted')[]>>;
  /** What the exchange keeps beside it (hashes of secrets, reviews, what was sent): nobody writes it from outside. */
  readonly kept: Kept;
  /** Records of the config count too. Of one owner, where records have one. */
  readonly countMax: number;
  /** Its id, where the definition has it. A made one otherwise. */
  readonly idIn?: string;
  /** Whose it is, of a kind of which there are more than machines remember: such records are read by their owner. */
  ownerOf?(kept: Kept): string;
  /** What no schema can say, and what follows from what people write. `before`: what it replaces. */
  complete?(
    definition: Definition,
    before: { readonly definition: Definition; readonly kept: Kept } | undefined,
    nowMs: number,
  ): { readonly definition: Definition; readonly kept?: Kept } | Refusal;
  /** Without what neither callers nor the history may have. */
  shownDefinition?(definition: Definition): Definition;
  /** What callers and the history see of what is kept. Nothing where absent. */
  shownKept?(kept: Kept, definition: Definition): object;
};

export function recordKind<Schema extends TSchema, const State extends string, Kept = null>(
  kind: Omit<RecordKind<DeepReadonly<Static<Schema>>, State, Kept>, 'schema' | 'kept'> & {
    readonly schema: Schema;
    readonly kept: Kept;
  },
): RecordKind<DeepReadonly<Static<Schema>>, State, Kept> {
  return kind;
}

export type StoredRecord<Definition = unknown, State extends string = string, Kept = unknown> = {
  readonly id: string;
  /** What the config has is changed there. */
  readonly source: 'store' | 'config';
  readonly state: State | 'deleted';
  readonly definition: Definition;
  readonly kept: Kept;
  /** Grows with every change of the store. 0: it is in the config. */
  readonly revision: number;
  readonly createdMs: number;
  /** The order of creation. */
  readonly createdRevision: number;
  readonly changedMs: number;
  /** The name of a token; of a record of the config, the path of the file. */
  readonly changedBy: string;
};

/** A record of this kind. */
export type RecordOf<Kind> =
  Kind extends RecordKind<infer Definition, infer State, infer Kept>
    ? StoredRecord<Definition, State, Kept>
    : never;

/** As callers and the history see it. */
export function shownOf<Definition, State extends string, Kept>(
  kind: RecordKind<Definition, State, Kept>,
  { state, definition, kept }: StoredRecord<Definition, State, Kept>,
) {
  return {
    state,
    definition: kind.shownDefinition?.(definition) ?? definition,
    ...kind.shownKept?.(kept, definition),
  };
}

export type KindedRecord = { readonly kind: string; readonly record: StoredRecord };

/** Those of one kind. */
export function recordsOf<Definition, State extends string, Kept>(
  { name }: RecordKind<Definition, State, Kept>,
  records: readonly KindedRecord[],
): readonly StoredRecord<Definition, State, Kept>[] {
  return records.flatMap(({ kind, record }) =>
    kind === name ? (record as StoredRecord<Definition, State, Kept>) : [],
  );
}
