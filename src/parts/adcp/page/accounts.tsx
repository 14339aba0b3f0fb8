import { useState } from 'preact/hooks';
import { callsOf } from '../../../ui/calls.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { tellDecided } from '../../../ui/decided.ts';
import { Failure } from '../../../ui/empty.tsx';
import { count } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { recordHref } from '../../../ui/record-paths.ts';
import { type Columns, Rows, rowAction, StateMark, type StateWords } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Time } from '../../../ui/zone.tsx';
import type { ADCP_OPS } from '../operations.ts';
import type { AccountRow } from './api.ts';

const { useAsked, call } = callsOf<typeof ADCP_OPS>();

const REFRESH_MS = 10_000;

/** As the admin port has it. */
const REASON_LENGTH_MAX = 500;

type Decision = {
  readonly to: 'active' | 'rejected' | 'suspended' | 'closed';
  readonly label: string;
  readonly consequence: string;
  /** The buyer is told why. */
  readonly hasReason?: true;
};

const MAY_BUY = 'Its buyer may buy for it from now on.';
const NOT_UNTIL = 'Its buyer is told the reason, and can change and add nothing until then.';
const NOT_BUY = 'Its buyer is told the reason, and cannot buy for it.';

const APPROVE: Decision = { to: 'active', label: 'Approve', consequence: MAY_BUY };
const REACTIVATE: Decision = { to: 'active', label: 'Reactivate', consequence: MAY_BUY };
const REJECT: Decision = { to: 'rejected', label: 'Reject', consequence: NOT_BUY, hasReason: true };
const SUSPEND: Decision = {
  to: 'suspended',
  label: 'Suspend',
  consequence: NOT_UNTIL,
  hasReason: true,
};
const CLOSE: Decision = { to: 'closed', label: 'Close', consequence: 'It cannot be opened again.' };

const STATES: Readonly<
  Record<AccountRow['state'], StateWords & { readonly decisions: readonly Decision[] }>
> = {
  pending_approval: { name: 'Waits for approval', dot: 'warn', decisions: [APPROVE, REJECT] },
  active: { name: 'Active', dot: 'good', decisions: [SUSPEND, CLOSE] },
  payment_required: {
    name: 'Has to be paid',
    dot: 'warn',
    decisions: [REACTIVATE, SUSPEND, CLOSE],
  },
  suspended: { name: 'Suspended', dot: 'bad', decisions: [REACTIVATE, CLOSE] },
  rejected: { name: 'Rejected', dot: 'quiet', decisions: [REACTIVATE] },
  closed: { name: 'Closed', dot: 'quiet', decisions: [] },
};

type AccountsProps = {
  readonly title: string;
  /** What is said where there is none. */
  readonly none: string;
  /** Those of one buyer, or those that wait. */
  readonly query: { readonly buyer: string } | { readonly state: 'pending_approval' };
  readonly mayDecide: boolean;
  readonly onDecided?: () => void;
};

/** On whose behalf buyers buy, with what an operator may decide of each. */
export function Accounts({ title, none, query, mayDecide, onDecided }: AccountsProps) {
  const resource = useAsked('GET /api/buyer-accounts', { query }, REFRESH_MS);
  const decided = () => {
    tellDecided();
    resource.reload();
    onDecided?.();
  };
  const columns: Columns<AccountRow> = {
    ...COLUMNS,
    ...(mayDecide && rowAction((row: AccountRow) => <Decisions row={row} onDecided={decided} />)),
  };
  return (
    <section class="panel" aria-labelledby="accounts">
      <h2 id="accounts">{title}</h2>
      <Loaded resource={resource}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <p class="muted">{none}</p>
          ) : (
            <>
              <Rows rows={rows} columns={columns} keyOf={({ id }) => id} caption={title} />
              {total > rows.length ? (
                <p class="muted">
                  The latest {rows.length} of {count(total)} are shown.
                </p>
              ) : null}
              {mayDecide ? null : (
                <p class="muted">It takes the role admin to decide about accounts.</p>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

const COLUMNS: Columns<AccountRow> = {
  Account: ({ definition: { name, brand, operator, billing, paymentTerms, isSandbox } }) => (
    <>
      <span class="campaign-name">{name}</span>
      <div class="muted">
        for {brand.domain}, operated by {operator}, the {billing} pays
        {paymentTerms === undefined ? '' : `, ${paymentTerms.replace('_', ' ')}`}
        {isSandbox ? ' · sandbox: it never serves' : ''}
      </div>
    </>
  ),
  Buyer: ({ buyer, createdAt }) => (
    <>
      <a href={recordHref('buyers', buyer)}>{buyer}</a>
      <div class="muted">declared {createdAt === null ? '' : <Time iso={createdAt} />}</div>
    </>
  ),
  State: ({ state, definition: { reason } }) => (
    <StateMark words={STATES[state]}>{reason}</StateMark>
  ),
};

type DecisionsProps = { readonly row: AccountRow; readonly onDecided: () => void };

/** The buttons of one account. What was looked at is what is decided. */
function Decisions({ row, onDecided }: DecisionsProps) {
  const { id: account, state, revision, definition } = row;
  const [reason, setReason] = useState('');
  const { isBusy, failure, run } = useAction();
  const decide = ({ to, hasReason }: Decision) => {
    const body = { state: to, ...(hasReason && { reason }) };
    run(call('POST /api/buyer-accounts/{account}/state', { account, revision, body }), onDecided);
  };
  return (
    <>
      <Failure reason={failure} />
      <div class="actions">
        {STATES[state].decisions.map((decision) => (
          <Confirm
            key={decision.to}
            label={decision.label}
            name={definition.name}
            kind="small"
            isDisabled={isBusy}
            consequence={
              <>
                {decision.consequence}
                {decision.hasReason ? (
                  <label>
                    {' '}
                    Reason{' '}
                    <input
                      required
                      maxLength={REASON_LENGTH_MAX}
                      value={reason}
                      onInput={(event) => setReason(event.currentTarget.value)}
                    />
                  </label>
                ) : null}
              </>
            }
            onYes={() => decide(decision)}
          />
        ))}
      </div>
    </>
  );
}
