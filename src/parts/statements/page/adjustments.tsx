import { useState } from 'preact/hooks';
import { Failure } from '../../../ui/empty.tsx';
import { Field, Fields, type FormField } from '../../../ui/form-field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { RemovableRows } from '../../../ui/removable-rows.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { send } from '../../../ui/shell/client.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import { Time } from '../../../ui/zone.tsx';
import type { ShownAdjustment } from '../adjustments.ts';
import { call, useAsked } from './api.ts';

type AdjustmentsProps = { readonly month?: string; readonly mayChange: boolean };

/** What is corrected by hand: each is a line of its own on the statements. */
export function Adjustments({ month, mayChange }: AdjustmentsProps) {
  const query = month === undefined ? {} : { month };
  const resource = useAsked('GET /api/statements/adjustments', { query });
  const [made, setMade] = useState(0);
  const { failure, run } = useAction();
  const remove = (adjustment: string) =>
    run(call('DELETE /api/statements/adjustments/{adjustment}', { adjustment }), resource.reload);
  return (
    <section class="panel" aria-labelledby="adjustments">
      <h2 id="adjustments">Adjustments</h2>
      <Failure reason={failure} />
      <Loaded resource={resource}>
        {({ adjustments }) => (
          <RemovableRows
            rows={adjustments}
            caption="Adjustments"
            columns={COLUMNS}
            none={<p class="muted">There is none.</p>}
            mayChange={mayChange}
            removal={({ id }) => ({
              label: 'Delete',
              name: `adjustment ${id}`,
              consequence: 'Its lines are left out of the statements. In a closed month it stays.',
              onYes: () => remove(id),
            })}
          />
        )}
      </Loaded>
      {mayChange ? (
        <details>
          <summary>Add an adjustment</summary>
          <AdjustmentForm
            {...query}
            onSaved={() => {
              setMade(made + 1);
              resource.reload();
            }}
            key={made}
          />
        </details>
      ) : null}
    </section>
  );
}

const COLUMNS = {
  Month: ({ month }: ShownAdjustment) => month,
  What: adjustmentWords,
  Reason: ({ reason }: ShownAdjustment) => reason,
  Made: ({ by, at }: ShownAdjustment) => (
    <>
      {by}, <Time iso={at} />
    </>
  ),
};

function adjustmentWords(one: ShownAdjustment): string {
  const { publisher, partner } = one;
  if (one.kind === 'correction') {
    const whom = publisher === undefined ? `partner ${partner}` : `publisher ${publisher}`;
    return `${one.amount} ${one.currency} for ${whom}`;
  }
  const { campaign, from, to } = one;
  const parts = [
    `Invalid traffic of publisher ${publisher}`,
    ...(partner === undefined ? [] : [`partner ${partner}`]),
    ...(campaign === undefined ? [] : [`campaign ${campaign}`]),
  ];
  return `${parts.join(', ')}, ${from.slice(0, 10)} to ${to.slice(0, 10)}`;
}

const KIND: FormField = {
  name: 'kind',
  label: 'What it is',
  kind: 'choice',
  options: [
    ['correction', 'An amount'],
    ['invalid-traffic', 'Invalid traffic that nobody is to pay for'],
  ],
};

const MONTH: FormField = {
  name: 'month',
  label: 'Month',
  hint: 'Like 2026-10; one that is not closed. Empty: the next one to be closed.',
};

const REASON: FormField = {
  name: 'reason',
  label: 'Reason',
  isWide: true,
  isRequired: true,
  hint: 'It stands on the statement.',
};

const CORRECTION: readonly FormField[] = [
  { name: 'publisher', label: 'Publisher', hint: 'Either a publisher or a partner.' },
  { name: 'partner', label: 'Partner' },
  {
    name: 'amount',
    label: 'Amount',
    isRequired: true,
    hint: 'In the currency of the account, like -12.50.',
  },
];

const TRAFFIC: readonly FormField[] = [
  { name: 'publisher', label: 'Publisher', isRequired: true },
  { name: 'partner', label: 'Partner', hint: 'Empty: all.' },
  { name: 'campaign', label: 'Campaign', hint: 'Empty: all.' },
  {
    name: 'from',
    label: 'From',
    isRequired: true,
    hint: 'Like 2026-10-03 or 2026-10-03T14:00:00Z.',
  },
  { name: 'to', label: 'To, not included', isRequired: true },
];

type AdjustmentFormProps = { readonly month?: string; readonly onSaved: () => void };

function AdjustmentForm({ month, onSaved }: AdjustmentFormProps) {
  const first = { kind: 'correction', ...(month === undefined ? {} : { month }) };
  const state = useDraft({
    first: { draft: first },
    save: (body, headers) => send('/api/statements/adjustments', body, headers),
    onSaved,
  });
  const { draft, change, failed } = state;
  const context = { draft, change, faults: failed?.faults ?? [] };
  // Fields of the other kind would be refused.
  const choose = (next: typeof draft) =>
    change(next.kind === draft.kind ? next : { ...first, kind: next.kind });
  return (
    <form onSubmit={state.submit} noValidate>
      <div class="form-part">
        <Field context={{ ...context, change: choose }} field={KIND} />
        <Field context={context} field={MONTH} />
        <Fields
          context={context}
          fields={draft.kind === 'correction' ? CORRECTION : TRAFFIC}
          key={String(draft.kind)}
        />
        <Field context={context} field={REASON} />
      </div>
      <SaveBar state={state} label="Add the adjustment" />
    </form>
  );
}
