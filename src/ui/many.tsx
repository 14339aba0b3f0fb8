import { useEffect, useRef, useState } from 'preact/hooks';
import { Confirm } from './confirm.tsx';
import { count } from './format.ts';
import type { Outcome } from './shell/client.ts';

export type Chosen<Row> = ReturnType<typeof useChosen<Row>>;

/** The rows of a list that somebody chooses, also on other pages of it. Another `filter` begins anew. */
export function useChosen<Row>(keyOf: (row: Row) => string, filter: string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  /** Where a range begins. */
  const last = useRef<string>(undefined);
  useEffect(() => setChosen(new Map()), [filter]);

  const set = (rows: readonly Row[], isWanted: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (isWanted) next.set(keyOf(row), row);
        else next.delete(keyOf(row));
      }
      return next;
    });

  return {
    rows: [...chosen.values()],
    has: (row: Row) => chosen.has(keyOf(row)),
    set,
    none: () => setChosen(new Map()),
    /** One row of a page; with Shift all from the last one to it. */
    mark(page: readonly Row[], row: Row, isWanted: boolean, isRange: boolean) {
      const from = page.findIndex((one) => keyOf(one) === last.current);
      const to = page.indexOf(row);
      const range =
        isRange && from >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
      set(range, isWanted);
      last.current = keyOf(row);
    },
  };
}

type ChooseProps<Row> = {
  readonly chosen: Chosen<Row>;
  /** Those of the page that can be chosen. */
  readonly page: readonly Row[];
  readonly row: Row;
  readonly name: string;
};

/** With Shift, a click takes all rows from the last one to this. */
export function Choose<Row>({ chosen, page, row, name }: ChooseProps<Row>) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={chosen.has(row)}
      onClick={(event) => chosen.mark(page, row, event.currentTarget.checked, event.shiftKey)}
    />
  );
}

export type ManyAction<Row> = {
  readonly label: string;
  /** What will happen to each. */
  readonly consequence: string;
  readonly call: (row: Row) => Promise<Outcome<unknown>>;
};

type ManyProps<Row> = {
  readonly chosen: Chosen<Row>;
  readonly page: readonly Row[];
  /** One and several. */
  readonly nouns: readonly [string, string];
  readonly nameOf: (row: Row) => string;
  readonly actions: readonly ManyAction<Row>[];
  readonly onDone: () => void;
};

/** What is chosen, and what can be done with each of it, one after the other. What is refused stays chosen. */
export function Many<Row>(props: ManyProps<Row>) {
  const { chosen, page, nouns, nameOf, actions, onDone } = props;
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const words = (n: number) => `${count(n)} ${n === 1 ? nouns[0] : nouns[1]}`;
  const box = useRef<HTMLInputElement>(null);
  const onPage = page.filter(chosen.has).length;
  const isAll = onPage > 0 && onPage === page.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = onPage > 0 && !isAll;
  }, [onPage, isAll]);

  async function run({ call }: ManyAction<Row>): Promise<void> {
    const { rows } = chosen;
    const reasons: string[] = [];
    setIsBusy(true);
    setRefused([]);
    for (const [index, row] of rows.entries()) {
      setSaid(`${count(index)} of ${words(rows.length)} …`);
      const outcome = await call(row);
      if (outcome.kind === 'failed') reasons.push(`${nameOf(row)}: ${outcome.reason}`);
      else chosen.set([row], false);
    }
    setIsBusy(false);
    setSaid(`Done: ${words(rows.length - reasons.length)} changed.`);
    setRefused(reasons);
    onDone();
  }

  if (page.length === 0 && chosen.rows.length === 0 && said === '') return null;
  return (
    <section class="bulk" aria-label={`Selected ${nouns[1]}`}>
      <div class="bulk-choice">
        <label>
          <input
            type="checkbox"
            ref={box}
            checked={isAll}
            onChange={(event) => chosen.set(page, event.currentTarget.checked)}
          />{' '}
          All {count(page.length)} on this page
        </label>
        <span role="status">
          {chosen.rows.length === 0 ? '' : `${count(chosen.rows.length)} selected`}
        </span>
        {chosen.rows.length === 0 ? null : (
          <>
            {actions.map((action) => (
              <Confirm
                label={action.label}
                name={words(chosen.rows.length)}
                consequence={action.consequence}
                isDisabled={isBusy}
                onYes={() => void run(action)}
                key={action.label}
              />
            ))}
            <button type="button" class="small" disabled={isBusy} onClick={chosen.none}>
              Select none
            </button>
          </>
        )}
      </div>
      <p role="status">{said}</p>
      {refused.length === 0 ? null : (
        <div role="alert">
          <ul>
            {refused.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
