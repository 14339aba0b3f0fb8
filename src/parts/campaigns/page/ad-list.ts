import { useRef, useState } from 'preact/hooks';
import type { Draft } from '../../../ui/form-field.tsx';
import type { DraftCreative } from './creative-ad.ts';

/** One ad of the form. Its id and its position may change, its key does not. */
export type AdRow = {
  readonly key: number;
  /** Whether it was saved before: then its id is fixed, since counts and reviews are found by it. */
  readonly isStored: boolean;
};

export function creativesOf({ creatives }: Draft): readonly DraftCreative[] {
  return Array.isArray(creatives) ? (creatives as readonly DraftCreative[]) : [];
}

/** `card-2` where there is `card-1`. */
function nextId(creatives: readonly DraftCreative[], like = 'card-1'): string {
  const taken = new Set(creatives.map(({ id }) => id));
  const base = like.replace(/-\d{1,3}$/, '').slice(0, ID_BASE_MAX);
  let number = 2;
  while (taken.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}

/** An id has at most 64 characters. */
const ID_BASE_MAX = 60;

export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...items.slice(from, from + 1));
}

type AdListOptions = {
  readonly creatives: readonly DraftCreative[];
  readonly change: (creatives: readonly DraftCreative[]) => void;
  /** Of the ads that were saved before. */
  readonly storedIds: ReadonlySet<unknown>;
};

type RemovedAd = { readonly creative: DraftCreative; readonly row: AdRow; readonly index: number };

/** The ads of the form, and what can be done with them. */
export function useAdList({ creatives, change, storedIds }: AdListOptions) {
  const lastKey = useRef(0);
  const newRow = (isStored: boolean): AdRow => ({ key: ++lastKey.current, isStored });
  const [kept, setRows] = useState<readonly AdRow[]>([]);
  const [removed, setRemoved] = useState<RemovedAd>();
  let rows = kept;
  // Another version was loaded, or ads were added or removed as JSON.
  if (rows.length !== creatives.length) {
    rows = creatives.map(({ id }, index) => kept[index] ?? newRow(storedIds.has(id)));
    setRows(rows);
  }
  const set = (nextRows: readonly AdRow[], next: readonly DraftCreative[]) => {
    setRows(nextRows);
    setRemoved(undefined);
    change(next);
  };
  const insert = (index: number, creative: DraftCreative, row: AdRow) =>
    set(rows.toSpliced(index, 0, row), creatives.toSpliced(index, 0, creative));
  return {
    rows,
    removed,
    add(): AdRow {
      const row = newRow(false);
      const last = creatives.at(-1)?.id;
      const id = nextId(creatives, typeof last === 'string' ? last : undefined);
      insert(creatives.length, { id, title: '', link: '' }, row);
      return row;
    },
    duplicate(index: number): AdRow {
      const row = newRow(false);
      const { id, ...rest } = creatives[index] ?? {};
      const copy = { id: nextId(creatives, typeof id === 'string' ? id : undefined), ...rest };
      insert(index + 1, copy, row);
      return row;
    },
    move: (from: number, to: number) => set(moved(rows, from, to), moved(creatives, from, to)),
    remove(index: number): void {
      const [creative, row] = [creatives[index], rows[index]];
      if (creative === undefined || row === undefined) return;
      set(rows.toSpliced(index, 1), creatives.toSpliced(index, 1));
      setRemoved({ creative, row, index });
    },
    bringBack(): void {
      if (removed !== undefined) insert(removed.index, removed.creative, removed.row);
    },
  };
}
