import type { ComponentChildren, FunctionComponent } from 'preact';
import type { SessionInfo } from '../host/admin/answers.ts';
import type { Draft, FieldContext, FormField } from './form-field.tsx';
import type { NeededRole } from './not-allowed.tsx';
import type { Listing } from './record-list.tsx';
import { recordPath } from './record-paths.ts';
import type { StateWords } from './table.tsx';
import type { DraftOptions } from './use-draft.ts';

/** A record as the operations that `recordOps` makes tell it. */
export type AnyRecord = {
  readonly id: string;
  readonly source: 'store' | 'config';
  readonly state: string;
  readonly revision: number;
  /** Null: the config has it. */
  readonly changedAt: string | null;
  readonly changedBy: string;
  readonly definition: object;
};

export type Role = SessionInfo['role'];

/** What the parts of the page of one record are given. */
export type RecordProps<One> = {
  readonly one: One;
  readonly role: Role;
  /** Whether whoever looks may change this one. */
  readonly mayChange: boolean;
  readonly reload: () => void;
  /** Of the address. */
  readonly parameters: URLSearchParams;
};

/** What leads from one state to another. */
export type Way<One> = {
  /** `deleted` takes it away. */
  readonly to: string;
  readonly label: string;
  /** What stops then, said before it is done. Absent where nothing does and it can be taken back. */
  readonly Consequence?: FunctionComponent<Pick<RecordProps<One>, 'one'>>;
  /** Where it is another role than that which changes records. */
  readonly needed?: NeededRole;
};

export type RecordState<One> = StateWords & {
  /** What is so in this state, as a sentence. */
  readonly meaning: string;
  /** Nobody edits one in this state. */
  readonly isFixed?: true;
  readonly ways: readonly Way<One>[];
};

/** What differs between the pages of the kinds of record: the list, the page of one, and the form are the same. */
export type RecordPage<One extends AnyRecord, Row extends object = One> = Listing<Row> & {
  readonly write: NeededRole;
  readonly states: Readonly<Record<string, RecordState<One>>>;
  /** States that several rows at once can be set to. */
  readonly many?: {
    readonly isFor: (row: Row) => boolean;
    /** Where it is another role than that which changes records. */
    readonly needed?: NeededRole;
    readonly to: readonly (readonly [state: string, label: string, consequence: string])[];
  };
  /** In the place of what is offered above the list: its files, and a new one. */
  readonly head?: ComponentChildren;
  /** Above the list. */
  readonly Above?: FunctionComponent<{ readonly role: Role; readonly reload: () => void }>;
  /** Said where there is none yet. */
  readonly none?: ComponentChildren;
  /** Whether the state of one of the config can be set. */
  readonly isSettableInConfig?: true;

  readonly nameOf: (one: One) => string;
  /** Below the name. */
  readonly about?: (one: One) => ComponentChildren;
  readonly Links?: FunctionComponent<RecordProps<One>>;
  readonly Sections?: FunctionComponent<RecordProps<One>>;

  /** The fields, part by part. Those that are set are shown on the page of one. */
  readonly form: (draft: Draft) => Readonly<Record<string, readonly FormField[]>>;
  /** What a new one starts as, by the address. */
  readonly empty: (parameters: URLSearchParams) => Draft;
  /** What to do once one is added. */
  readonly next: string;
  /** What all fields together are called as JSON. Absent: the form has every field. */
  readonly json?: string;
  /** Where more than fields are filled in. */
  readonly Form?: FunctionComponent<FormProps<One>>;
  /** Below the fields. */
  readonly MoreOfForm?: FunctionComponent<{ readonly context: FieldContext }>;
};

/** What is edited, or what a new one starts as, and where it is saved. */
export type FormProps<One> = Omit<DraftOptions<One>, 'onSaved'> & {
  /** What is edited. Absent of a new one. */
  readonly one?: One;
  readonly label: string;
  readonly cancelHref: string;
  /** Of the address. */
  readonly parameters: URLSearchParams;
};

/** Where one is asked for, and what is below it. */
export const pathIn = (
  { api, pathOf }: Pick<Listing<never>, 'api' | 'pathOf'>,
  id: string,
  ...more: readonly string[]
): string => [pathOf?.(id) ?? recordPath(api, id), ...more].join('/');

/** The article is part of how it sounds. */
export const aNoun = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
