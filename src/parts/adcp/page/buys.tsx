import { callsOf } from '../../../ui/calls.ts';
import { cents, usd } from '../../../ui/format.ts';
import { PageLinks } from '../../../ui/list-address.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { campaignHref } from '../../../ui/record-paths.ts';
import { Standing } from '../../../ui/standing.tsx';
import { type Columns, number, Rows, StateMark, type StateWords } from '../../../ui/table.tsx';
import { Time } from '../../../ui/zone.tsx';
import type { ADCP_OPS } from '../operations.ts';
import type { BuyList } from './api.ts';

const { useAsked } = callsOf<typeof ADCP_OPS>();

const REFRESH_MS = 10_000;

type BuysProps = { readonly buyer: string; readonly parameters: URLSearchParams };

/** The media buys of a buyer: what each package has spent, and why one does not deliver. */
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
              {list.rows.map((buy) => (
                <Buy buy={buy} key={buy.id} />
              ))}
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

type ShownBuy = BuyList['rows'][number];

function Buy({ buy }: { readonly buy: ShownBuy }) {
  const { id, brand, status, isSandbox, start, end, budgetUsd, spentUsd, packages } = buy;
  return (
    <section aria-label={`Buy ${id}`}>
      <h3>
        <code>{id}</code> for {brand}
      </h3>
      <p>
        <StateMark words={STATUSES[status] ?? { name: status, dot: 'quiet' }} />
        {isSandbox ? ' · sandbox: it never serves' : ''} · <Time iso={start} /> to{' '}
        <Time iso={end} /> · spent {spentUsd === null ? 'unknown' : cents(spentUsd)} of{' '}
        {cents(budgetUsd)}
      </p>
      <Rows
        rows={packages}
        columns={PACKAGE_COLUMNS}
        keyOf={(one) => one.id}
        caption={`Packages of ${id}`}
      />
    </section>
  );
}

const PRICE_WORDS = { cpm: 'CPM', cpc: 'a click' } as const;

const PACKAGE_COLUMNS: Columns<ShownBuy['packages'][number]> = {
  Package: ({ id, product, partner }) => (
    <>
      {partner === null ? id : <PageLink href={campaignHref(partner, id)}>{id}</PageLink>}
      <div class="muted">of {product}</div>
    </>
  ),
  'What happens': {
    kind: 'sentence-column',
    cell: ({ standing }) => (
      <Standing of={{ ...standing, kind: standing.state === 'selling' ? 'good' : 'quiet' }} />
    ),
  },
  Price: number(({ bidUsd, model }) => `${usd(bidUsd)} ${PRICE_WORDS[model]}`),
  Budget: number(({ budgetUsd, dailyCapUsd }) => (
    <>
      {cents(budgetUsd)}
      {dailyCapUsd === null ? null : <div class="muted">{cents(dailyCapUsd)} a day</div>}
    </>
  )),
  Spent: number(({ spentUsd }) => (spentUsd === null ? '–' : cents(spentUsd))),
};
