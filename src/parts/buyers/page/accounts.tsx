import { useState } from 'preact/hooks';
import { Confirm } from '../../../ui/confirm.tsx';
import { Failure } from '../../../ui/empty.tsx';
import { send } from '../../../ui/shell/client.ts';
import { Table } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Time } from '../../../ui/zone.tsx';
import { tellDecided } from '../../campaigns/page/approvals/use-waiting.ts';
import {
  type AccountDecision,
  type BuyerAccountRow,
  DECISIONS_WITH_REASON,
  NEXT_DECISIONS,
} from './shown.ts';
import { ACCOUNT_STATE_WORDS, decisionWords } from './words.ts';

const HEADS = { Account: '', Buyer: '', State: '', '': '' };

/** As the admin port has it. */
const REASON_LENGTH_MAX = 500;

type AccountTableProps = {
  readonly rows: readonly BuyerAccountRow[];
  readonly caption: string;
  readonly mayDecide: boolean;
  readonly reload: () => void;
};

/** On whose behalf buyers buy, with what an operator may decide of each. */
export function AccountTable({ rows, caption, mayDecide, reload }: AccountTableProps) {
  return (
    <Table heads={HEADS} caption={caption}>
      {rows.map((row) => (
        <Row row={row} mayDecide={mayDecide} reload={reload} key={row.id} />
      ))}
    </Table>
  );
}

type AccountRowProps = Pick<AccountTableProps, 'mayDecide' | 'reload'> & {
  readonly row: BuyerAccountRow;
};

function Row({ row, mayDecide, reload }: AccountRowProps) {
  const {
    name,
    buyer,
    brand,
    operator,
    billing,
    paymentTerms,
    isSandbox,
    state,
    reason,
    createdAt,
  } = row;
  const { name: stateName, dot } = ACCOUNT_STATE_WORDS[state];
  return (
    <tr>
      <td data-label="Account">
        <span class="campaign-name">{name}</span>
        <div class="muted">
          for {brand}, operated by {operator}, the {billing} pays
          {paymentTerms === null ? '' : `, ${paymentTerms.replace('_', ' ')}`}
          {isSandbox ? ' · sandbox: it never serves' : ''}
        </div>
      </td>
      <td data-label="Buyer">
        <a href={`#/buyers/${encodeURIComponent(buyer)}`}>{buyer}</a>
        <div class="muted">
          declared <Time iso={createdAt} />
        </div>
      </td>
      <td data-label="State">
        <span class={`dot ${dot}`} aria-hidden="true" /> {stateName}
        {reason === '' ? null : <div class="muted">{reason}</div>}
      </td>
      <td class="row-action">{mayDecide ? <Decisions row={row} reload={reload} /> : null}</td>
    </tr>
  );
}

/** The buttons of one account. A decision with a reason asks for it first. */
function Decisions({ row, reload }: Omit<AccountRowProps, 'mayDecide'>) {
  const { id, state, revision, name } = row;
  const [asked, setAsked] = useState<AccountDecision>();
  const { isBusy, failure, run } = useAction();
  const decide = (decision: AccountDecision, reason: string) =>
    run(
      send<BuyerAccountRow>(
        `/api/buyer-accounts/${encodeURIComponent(id)}/state`,
        JSON.stringify({ state: decision, reason }),
        // What was looked at is what is decided.
        { 'If-Match': `"${revision}"` },
      ),
      () => {
        setAsked(undefined);
        tellDecided();
        reload();
      },
    );
  if (asked !== undefined) {
    return (
      <>
        <Failure reason={failure} />
        <ReasonForm
          label={decisionWords(state, asked).label}
          note={decisionWords(state, asked).consequence}
          name={name}
          isBusy={isBusy}
          onReason={(reason) => decide(asked, reason)}
          onCancel={() => setAsked(undefined)}
        />
      </>
    );
  }
  return (
    <>
      <Failure reason={failure} />
      <div class="actions">
        {NEXT_DECISIONS[state].map((decision) => {
          const { label, consequence } = decisionWords(state, decision);
          return DECISIONS_WITH_REASON.includes(decision) ? (
            <button
              type="button"
              class="small"
              disabled={isBusy}
              onClick={() => setAsked(decision)}
              key={decision}
            >
              {label} …<span class="hidden"> {name}</span>
            </button>
          ) : (
            <Confirm
              label={label}
              name={name}
              kind="small"
              isDisabled={isBusy}
              consequence={consequence}
              onYes={() => decide(decision, '')}
              key={decision}
            />
          );
        })}
      </div>
    </>
  );
}

type ReasonFormProps = {
  readonly label: string;
  readonly note: string;
  readonly name: string;
  readonly isBusy: boolean;
  readonly onReason: (reason: string) => void;
  readonly onCancel: () => void;
};

function ReasonForm({ label, note, name, isBusy, onReason, onCancel }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  return (
    <form
      class="confirm"
      aria-label={`${label} ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') onReason(reason);
      }}
    >
      <p class="muted">{note}</p>
      <label>
        Reason{' '}
        <input
          required
          maxLength={REASON_LENGTH_MAX}
          value={reason}
          // biome-ignore lint/a11y/noAutofocus: the button that asked for it is gone.
          autoFocus
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="danger" disabled={isBusy}>
        {label}
        <span class="hidden"> {name} now</span>
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}
