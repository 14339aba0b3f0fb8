import { callsOf } from '../../../ui/calls.ts';
import { cents } from '../../../ui/format.ts';
import { PageLinks } from '../../../ui/list-address.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { campaignHref } from '../../../ui/record-paths.ts';
import { type Columns, number, Rows, StateMark, type StateWords } from '../../../ui/table.tsx';
import { Time } from '../../../ui/zone.tsx';
import type { ADCP_OPS } from '../operations.ts';
import type { BuyList } from './api.ts';

const { useAsked } = callsOf<typeof ADCP_OPS>();

const REFRESH_MS = 10_000;

type BuysProps = { readonly buyer: string; readonly parameters: URLSearchParams };

/** The media buys of a buyer. What happens to a package is on the page of its campaign. */
export function Buys({ buyer, parameters }: BuysProps) {
  const query = { buyer, page: Number(parameters.get('page') ?? 1) };
  const resource = useAsked('GET /api/buys', { query }, REFRESH_MS);
  const address = { page: `buyers/${encodeURIComponent(buyer)}`, parameters };
  return (
    <section class="panel" aria-labelledby="buys">
      <h2 id="buys">Buys</h2>
      <Loaded resource={resource}>
        {(list) =>
          list.rows.length === 0 ? (
            <p class="muted">It has bought nothing yet.</p>
          ) : (
            <>
              <Rows rows={list.rows} columns={COLUMNS} keyOf={({ id }) => id} caption="Buys" />
              <PageLinks
                address={address}
                list={list}
                nouns={['buy', 'buys']}
                note="Money is in USD."
              />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

/** As a buyer reads them. */
const STATUSES: Readonly<Record<string, StateWords>> = {
  active: { name: 'Active', dot: 'good' },
  pending_creatives: { name: 'Waits for creatives', dot: 'warn' },
  pending_start: { name: 'Waits for its start', dot: 'quiet' },
  paused: { name: 'Paused', dot: 'quiet' },
  completed: { name: 'Completed', dot: 'quiet' },
  canceled: { name: 'Canceled', dot: 'quiet' },
  rejected: { name: 'Rejected', dot: 'bad' },
};

const COLUMNS: Columns<BuyList['rows'][number]> = {
  Buy: ({ id, brand }) => (
    <>
      <code>{id}</code>
      <div class="muted">for {brand}</div>
    </>
  ),
  State: ({ status, isSandbox, start, end }) => (
    <StateMark words={STATUSES[status] ?? { name: status, dot: 'quiet' }}>
      {isSandbox ? 'sandbox: it never serves · ' : ''}
      <Time iso={start} /> to <Time iso={end} />
    </StateMark>
  ),
  Packages: ({ partner, packages }) =>
    packages.map(({ id, product, isCampaign }) => (
      <div key={id}>
        {isCampaign ? <PageLink href={campaignHref(partner, id)}>{id}</PageLink> : id} of {product}
      </div>
    )),
  Budget: number(({ budgetUsd }) => cents(budgetUsd)),
  Spent: number(({ spentUsd }) => (spentUsd === null ? '–' : cents(spentUsd))),
};
