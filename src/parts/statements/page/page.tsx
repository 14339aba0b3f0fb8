import { Confirm } from '../../../ui/confirm.tsx';
import { Failure } from '../../../ui/empty.tsx';
import { sentence } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Back } from '../../../ui/page-link.tsx';
import type { PageProps } from '../../../ui/shell/router.ts';
import { StatementLinks } from '../../../ui/statement-links.tsx';
import { number, Rows, rowAction, StateMark } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Time, WithTimes } from '../../../ui/zone.tsx';
import type { MonthRow, StatementMonth } from '../statements.ts';
import { Adjustments } from './adjustments.tsx';
import { call, useAsked } from './api.ts';

/** `#/statements` and `#/statements/<month>`. */
export function StatementsPage({ route: { rest }, session }: PageProps) {
  const mayChange = session.role === 'admin';
  return rest === '' ? (
    <Months mayChange={mayChange} />
  ) : (
    <Month month={rest} mayChange={mayChange} key={rest} />
  );
}

function Months({ mayChange }: { readonly mayChange: boolean }) {
  const resource = useAsked('GET /api/statements', {});
  const { failure, run } = useAction();
  const close = ({ month, state }: StatementMonth) =>
    state === 'closable' && mayChange ? (
      <Confirm
        label="Close"
        name={month}
        consequence={`The statements of ${month} are made and never change again.`}
        onYes={() => run(call('POST /api/statements/{month}/close', { month }), resource.reload)}
      />
    ) : null;
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
        {({ months }) => (
          <Rows
            rows={months}
            columns={{ ...MONTH_COLUMNS, ...rowAction(close) }}
            keyOf={({ month }) => month}
          />
        )}
      </Loaded>
      <Adjustments mayChange={mayChange} />
    </>
  );
}

const MONTH_STATES = {
  open: { name: 'Open', dot: 'quiet' },
  closable: { name: 'Over, and not closed', dot: 'warn' },
  closed: { name: 'Closed', dot: 'good' },
} as const;

const MONTH_COLUMNS = {
  Month: ({ month }: StatementMonth) => (
    <a class="campaign-name" href={`#/statements/${month}`}>
      {month}
    </a>
  ),
  State: ({ state, reason, closedAt, closedBy }: StatementMonth) => (
    <>
      <StateMark words={MONTH_STATES[state]} />
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
    </>
  ),
};

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

function Side({ side, month, accounts }: SideProps) {
  const { title, none } = SIDES[side];
  const statement = ({ account }: MonthRow) => (
    <StatementLinks
      hrefOf={(format) =>
        `/api/${side}s/${encodeURIComponent(account)}/statements/${month}?format=${format}`
      }
      name={`${account} for ${month}`}
    />
  );
  return (
    <section class="panel" aria-labelledby={side}>
      <h2 id={side}>{title}</h2>
      {accounts.length === 0 ? (
        <p class="muted">{none}</p>
      ) : (
        <Rows
          rows={accounts}
          columns={{ ...ACCOUNT_COLUMNS, Statement: statement }}
          keyOf={({ account }) => account}
          caption={title}
        />
      )}
    </section>
  );
}

const ACCOUNT_COLUMNS = {
  Account: ({ account }: MonthRow) => account || '(none named)',
  'In USD': number(({ usd }: MonthRow) => usd),
  Total: number(({ total, currency }: MonthRow) => (total === null ? '–' : `${total} ${currency}`)),
};
