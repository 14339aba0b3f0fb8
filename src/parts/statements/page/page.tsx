import { Back } from '../../../ui/back.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Empty, Failure } from '../../../ui/empty.tsx';
import { sentence } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import type { PageProps } from '../../../ui/shell/router.ts';
import { Table } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Time, WithTimes } from '../../../ui/zone.tsx';
import type { MonthRow } from '../stated.ts';
import type { StatementMonth } from '../statements.ts';
import { Adjustments } from './adjustments.tsx';
import { call, useAsked } from './api.ts';
import { StatementLinks } from './links.tsx';

/** `#/statements` and `#/statements/<month>`. */
export function StatementsPage({ route: { rest }, session }: PageProps) {
  const mayChange = session.role === 'admin';
  return rest === '' ? (
    <Months mayChange={mayChange} />
  ) : (
    <Month month={rest} mayChange={mayChange} key={rest} />
  );
}

const MONTH_HEADS = { Month: '', State: '', '': '' };

function Months({ mayChange }: { readonly mayChange: boolean }) {
  const resource = useAsked('GET /api/statements', {});
  const { failure, run } = useAction();
  const close = (month: string) =>
    run(call('POST /api/statements/{month}/close', { month }), resource.reload);
  return (
    <>
      <header class="page-head">
        <h1>Statements</h1>
        <p class="muted">
          What each publisher is owed and each partner owes, by months of UTC. A month that is
          closed does not change; what comes later is in the next one.
        </p>
      </header>
      <Failure reason={failure} />
      <Loaded resource={resource}>
        {({ months }) =>
          months.length === 0 ? (
            <Empty title="No month yet">
              <p>The first one begins with the first ad that is sold.</p>
            </Empty>
          ) : (
            <Table heads={MONTH_HEADS}>
              {months.map((one) => (
                <MonthLine
                  month={one}
                  onClose={mayChange ? () => close(one.month) : undefined}
                  key={one.month}
                />
              ))}
            </Table>
          )
        }
      </Loaded>
      <Adjustments mayChange={mayChange} />
    </>
  );
}

const MONTH_STATES: Readonly<
  Record<
    StatementMonth['state'],
    { readonly name: string; readonly dot: 'good' | 'warn' | 'quiet' }
  >
> = {
  open: { name: 'Open', dot: 'quiet' },
  closable: { name: 'Over, and not closed', dot: 'warn' },
  closed: { name: 'Closed', dot: 'good' },
};

type MonthLineProps = {
  readonly month: StatementMonth;
  readonly onClose: (() => void) | undefined;
};

function MonthLine({
  month: { month, state, reason, closedAt, closedBy },
  onClose,
}: MonthLineProps) {
  const { name, dot } = MONTH_STATES[state];
  return (
    <tr>
      <td data-label="Month">
        <a class="campaign-name" href={`#/statements/${month}`}>
          {month}
        </a>
      </td>
      <td data-label="State">
        <span class={`dot ${dot}`} aria-hidden="true" /> {name}
        {reason === null ? null : (
          <div class="muted">
            <WithTimes text={sentence(reason)} />
          </div>
        )}
        {closedAt === null ? null : (
          <div class="muted">
            By {closedBy}, <Time iso={closedAt} />
          </div>
        )}
      </td>
      <td class="row-action">
        {state === 'closable' && onClose !== undefined ? (
          <Confirm
            label="Close"
            name={month}
            consequence={`The statements of ${month} are made and never change again.`}
            onYes={onClose}
          />
        ) : null}
      </td>
    </tr>
  );
}

function Month(props: { readonly month: string; readonly mayChange: boolean }) {
  const { month, mayChange } = props;
  const resource = useAsked('GET /api/statements/{month}', { month });
  return (
    <>
      <Back href="#/statements" to="Statements" />
      <header class="page-head">
        <h1>Statements of {month}</h1>
      </header>
      <Loaded resource={resource}>
        {({ accounts, state, isCut }) => (
          <>
            <p class="muted">
              {state === 'closed'
                ? 'The month is closed.'
                : 'The month is not closed: figures may still change.'}
              {isCut ? ' There are more accounts than are shown here.' : ''}
            </p>
            {(['publisher', 'partner'] as const).map((side) => (
              <Side
                side={side}
                month={month}
                accounts={accounts.filter((one) => one.side === side)}
                key={side}
              />
            ))}
          </>
        )}
      </Loaded>
      <Adjustments month={month} mayChange={mayChange} />
    </>
  );
}

const SIDES = {
  publisher: { title: 'What publishers are owed', none: 'No publisher has earned anything.' },
  partner: { title: 'What partners owe', none: 'No partner has spent anything.' },
} as const;

type SideProps = {
  readonly side: MonthRow['side'];
  readonly month: string;
  readonly accounts: readonly MonthRow[];
};

const HEADS = { Account: '', 'In USD': 'number', Total: 'number', Statement: '' };

function Side({ side, month, accounts }: SideProps) {
  const { title, none } = SIDES[side];
  return (
    <section class="panel" aria-labelledby={side}>
      <h2 id={side}>{title}</h2>
      {accounts.length === 0 ? <p class="muted">{none}</p> : null}
      {accounts.length === 0 ? null : (
        <Table heads={HEADS} caption={title}>
          {accounts.map(({ account, currency, total, usd }) => (
            <tr key={account}>
              <td data-label="Account">{account || '(none named)'}</td>
              <td class="number" data-label="In USD">
                {usd}
              </td>
              <td class="number" data-label="Total">
                {total === null ? '–' : `${total} ${currency}`}
              </td>
              <td data-label="Statement">
                <StatementLinks
                  hrefOf={(format) =>
                    `/api/statements/${month}/${side}s/${encodeURIComponent(account)}?format=${format}`
                  }
                  name={`${account} for ${month}`}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
