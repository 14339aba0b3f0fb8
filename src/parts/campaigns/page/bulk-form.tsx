import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BulkAction } from '../../../store/bulk-change.ts';
import { Select } from '../../../ui/select.tsx';

export type BulkFormKind = 'bid' | 'budget' | 'flight';

type BulkFormProps = {
  readonly kind: BulkFormKind;
  readonly onAction: (action: BulkAction) => void;
  readonly onCancel: () => void;
};

const BIDS = [
  ['bid-percent', 'by percent'],
  ['cpm', 'CPM to, USD'],
  ['cpc', 'price of a click to, USD'],
  ['cpa', 'price of a conversion to, USD'],
] as const;

type BidKind = (typeof BIDS)[number][0];

/** The values of an action. What is left empty stays as it is. */
export function BulkForm({ kind, onAction, onCancel }: BulkFormProps) {
  const [bid, setBid] = useState<BidKind>('bid-percent');
  const [values, setValues] = useState<readonly [string, string]>(['', '']);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const action = actionOf(kind, bid, values);
  const take = (index: 0 | 1) => (text: string) =>
    setValues(index === 0 ? [text, values[1]] : [values[0], text]);
  return (
    <form
      class="bulk-form"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (action !== undefined) onAction(action);
      }}
    >
      {kind === 'bid' ? (
        <>
          <Select
            label="Change the bid"
            value={bid}
            options={BIDS}
            onChange={(next) => setBid(next as BidKind)}
          />
          <Input
            label={bid === 'bid-percent' ? 'Percent, like 10 or -10' : 'USD'}
            value={values[0]}
            onInput={take(0)}
          />
        </>
      ) : kind === 'budget' ? (
        <>
          <Input label="Budget a day, USD" value={values[0]} onInput={take(0)} />
          <Input label="Budget in all, USD" value={values[1]} onInput={take(1)} />
        </>
      ) : (
        <>
          <Input label="Start" type="date" value={values[0]} onInput={take(0)} />
          <Input label="End" type="date" value={values[1]} onInput={take(1)} />
        </>
      )}
      <button type="submit" class="primary" disabled={action === undefined}>
        Preview
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
      {kind === 'bid' ? null : <span class="muted">What is empty stays as it is.</span>}
    </form>
  );
}

type InputProps = {
  readonly label: ComponentChildren;
  readonly value: string;
  readonly type?: 'date';
  readonly onInput: (text: string) => void;
};

function Input({ label, value, type, onInput }: InputProps) {
  const shared = {
    value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) =>
      onInput(event.currentTarget.value),
  };
  return type === 'date' ? (
    <label>
      {label} <input type="date" {...shared} />
    </label>
  ) : (
    <label>
      {label} <input size={10} inputMode="decimal" {...shared} />
    </label>
  );
}

/** undefined: nothing, or no number, is filled in. */
function actionOf(
  kind: BulkFormKind,
  bid: BidKind,
  values: readonly [string, string],
): BulkAction | undefined {
  if (kind === 'flight') {
    const [start, end] = values;
    if (start === '' && end === '') return undefined;
    return { kind, ...(start !== '' && { start }), ...(end !== '' && { end }) };
  }
  const [first, second] = values.map((text) => (text.trim() === '' ? undefined : Number(text)));
  if (Number.isNaN(first) || Number.isNaN(second)) return undefined;
  if (kind === 'budget') {
    if (first === undefined && second === undefined) return undefined;
    return {
      kind,
      ...(first !== undefined && { daily: first }),
      ...(second !== undefined && { total: second }),
    };
  }
  if (first === undefined) return undefined;
  return bid === 'bid-percent' ? { kind: bid, percent: first } : { kind, price: bid, usd: first };
}
