import { Empty } from '../../../ui/empty.tsx';
import { cents, count, percent } from '../../../ui/format.ts';
import { lazyPage } from '../../../ui/lazy.tsx';
import { PageLinks } from '../../../ui/list-address.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Meter } from '../../../ui/meter.tsx';
import type { PageProps } from '../../../ui/shell/router.ts';
import { Table } from '../../../ui/table.tsx';
import { hrefOf, newHref } from '../../accounts/page/paths.ts';
import type { BuyersInfo } from '../operations.ts';
import { AccountTable } from './accounts.tsx';
import type { BuyerList, BuyerRow } from './api.ts';
import { BuyerDetail } from './detail.tsx';
import { ProductPages } from './products.tsx';
import type { BuyerAccountList } from './shown.ts';
import { BUYER_STATE_WORDS } from './words.ts';

const BuyerForms = lazyPage(async () => (await import('./form.tsx')).BuyerForms);

const REFRESH_MS = 10_000;
const PRODUCTS = 'products';
const GUIDE = '/docs/integrate/ai-buyers';

/** `#/buyers`, `#/buyers/<id>`, `#/buyers/products/<id>`, and their forms with `?view=new` and `?view=edit`. */
export function BuyersPage(props: PageProps) {
  const { rest, parameters } = props.route;
  const { role } = props.session;
  if (rest === PRODUCTS || rest.startsWith(`${PRODUCTS}/`)) return <ProductPages {...props} />;
  const view = parameters.get('view');
  if (rest === '' && view === 'new') return <BuyerForms />;
  if (rest === '') return <Overview parameters={parameters} role={role} />;
  if (view === 'edit') return <BuyerForms id={rest} />;
  return <BuyerDetail id={rest} role={role} parameters={parameters} key={rest} />;
}

type OverviewProps = {
  readonly parameters: URLSearchParams;
  readonly role: PageProps['session']['role'];
};

function Overview({ parameters, role }: OverviewProps) {
  const page = parameters.get('page') ?? '1';
  const resource = useResource<BuyerList>(
    `/api/buyers?${new URLSearchParams({ page })}`,
    REFRESH_MS,
  );
  const isAdmin = role === 'admin';
  const asked = useResource<BuyersInfo>('/api/buyers-info').outcome;
  const info = asked?.kind === 'ready' ? asked.value : undefined;
  return (
    <>
      <header class="page-head">
        <h1>AI buyers</h1>
        <p class="muted">
          Agents that find, buy and measure by AdCP. <a href={GUIDE}>The guide</a>
        </p>
        {isAdmin ? (
          <a class="button primary" href={newHref('buyers')}>
            Add a buyer
          </a>
        ) : null}
      </header>
      <Loaded resource={resource}>
        {(list) => (
          <>
            {info?.isEnabled === false ? <SwitchedOff /> : null}
            {info?.hasTestController ? (
              <p class="note">
                The config has <code>adcp.testController</code>: all buyers are of the sandbox.
              </p>
            ) : null}
            <WaitingAccounts isAdmin={isAdmin} onDecided={resource.reload} />
            <section class="panel" aria-labelledby="buyers">
              <h2 id="buyers">Buyers</h2>
              {list.rows.length === 0 ? (
                <Empty title="No buyer yet">
                  {isAdmin ? (
                    <a href={newHref('buyers')}>Add the first one</a>
                  ) : (
                    <p>Ask somebody with the role admin to add one.</p>
                  )}
                </Empty>
              ) : (
                <>
                  <Table heads={HEADS} caption="Buyers">
                    {list.rows.map((row) => (
                      <Row row={row} key={row.id} />
                    ))}
                  </Table>
                  <PageLinks
                    address={{ page: 'buyers', parameters }}
                    list={list}
                    nouns={['buyer', 'buyers']}
                    note="Figures are since midnight UTC, money is in USD."
                  />
                </>
              )}
            </section>
          </>
        )}
      </Loaded>
      <p class="actions">
        <a class="button" href={`#/buyers/${PRODUCTS}`}>
          Products
        </a>
      </p>
    </>
  );
}

function SwitchedOff() {
  return (
    <Empty title="AI buyers are not let in">
      <p>
        Put <code>adcp: &#123; enabled: true &#125;</code> into the config, with a partner that has{' '}
        <code>store: true</code>, and restart. <a href={GUIDE}>The guide</a> (also
        docs/integrate/ai-buyers.md) has every step.
      </p>
    </Empty>
  );
}

type WaitingProps = { readonly isAdmin: boolean; readonly onDecided: () => void };

/** First on the page, since a buyer waits for it. */
function WaitingAccounts({ isAdmin, onDecided }: WaitingProps) {
  const resource = useResource<BuyerAccountList>(
    '/api/buyer-accounts?state=pending_approval',
    REFRESH_MS,
  );
  return (
    <section class="panel" aria-labelledby="waiting-accounts">
      <h2 id="waiting-accounts">Accounts that wait for approval</h2>
      <Loaded resource={resource}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <p class="muted">None waits.</p>
          ) : (
            <>
              <AccountTable
                rows={rows}
                caption="Accounts that wait"
                mayDecide={isAdmin}
                reload={() => {
                  resource.reload();
                  onDecided();
                }}
              />
              {total > rows.length ? (
                <p class="muted">
                  {count(total - rows.length)} more follow when these are decided.
                </p>
              ) : null}
              {isAdmin ? null : <p class="muted">It takes the role admin to approve and reject.</p>}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

const HEADS = { Buyer: '', State: '', Accounts: '', 'Spent today': 'number', 'At most today': '' };

function Row({ row }: { readonly row: BuyerRow }) {
  const { id, source, state, definition, accounts, today } = row;
  const { name, sandbox: isSandbox = false, dailyCap: dailyCapUsd = null } = definition;
  const tokens = row.tokens.length;
  const { name: stateName, dot } = BUYER_STATE_WORDS[state];
  return (
    <tr>
      <td data-label="Buyer">
        <a class="campaign-name" href={hrefOf('buyers', id)}>
          {name}
        </a>
        <div class="muted">
          {id}
          {isSandbox ? ' · sandbox' : ''}
        </div>
      </td>
      <td data-label="State">
        <span class={`dot ${dot}`} aria-hidden="true" /> {stateName}
        <div class="muted">
          {source === 'config' ? 'in the config' : `${tokens} ${tokens === 1 ? 'token' : 'tokens'}`}
        </div>
      </td>
      <td data-label="Accounts">
        {accounts === null ? '–' : count(accounts.all)}
        {accounts === null || accounts.waiting === 0 ? null : (
          <div>
            <span class="dot warn" aria-hidden="true" /> {count(accounts.waiting)} waiting
          </div>
        )}
      </td>
      <td class="number" data-label="Spent today">
        {today === null ? '–' : cents(today.spentUsd)}
        <div class="muted">{dailyCapUsd === null ? 'no cap' : `of ${cents(dailyCapUsd)}`}</div>
      </td>
      <td data-label="At most today">
        <MostToday mostUsd={today?.mostUsd} capUsd={dailyCapUsd} />
      </td>
    </tr>
  );
}

type MostTodayProps = { readonly mostUsd: number | undefined; readonly capUsd: number | null };

/** What today's packages could spend, against the cap that they have to fit into. */
function MostToday({ mostUsd, capUsd }: MostTodayProps) {
  if (mostUsd === undefined) return <>–</>;
  if (capUsd === null) return <>{cents(mostUsd)}</>;
  const share = mostUsd / capUsd;
  return (
    <>
      {cents(mostUsd)}
      <Meter
        label={`${percent(share)} of the cap is taken`}
        share={share}
        kind={share >= 1 ? 'warn' : 'good'}
      />
    </>
  );
}
