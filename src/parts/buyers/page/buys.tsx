import { cents, usd } from '../../../ui/format.ts';
import { PageLinks } from '../../../ui/list-address.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/zone.tsx';
import { hrefOf as campaignHref } from '../../campaigns/page/paths.ts';
import { CampaignState } from '../../campaigns/page/state.tsx';
import type { BuyList, BuyRow, PackageRow } from './shown.ts';
import { statusWords } from './words.ts';

const REFRESH_MS = 10_000;

type BuysProps = { readonly buyer: string; readonly parameters: URLSearchParams };

/** The media buys of a buyer: what each package has spent, and why one does not deliver. */
export function Buys({ buyer, parameters }: BuysProps) {
  const query = new URLSearchParams({ buyer, page: parameters.get('page') ?? '1' });
  const resource = useResource<BuyList>(`/api/buys?${query}`, REFRESH_MS);
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

function Buy({ buy }: { readonly buy: BuyRow }) {
  const { id, brand, status, isSandbox, start, end, budgetUsd, spentUsd, packages } = buy;
  const { name, dot } = statusWords(status);
  return (
    <section aria-label={`Buy ${id}`}>
      <h3>
        <code>{id}</code> for {brand}
      </h3>
      <p>
        <span class={`dot ${dot}`} aria-hidden="true" /> {name}
        {isSandbox ? ' · sandbox: it never serves' : ''} · <Time iso={start} /> to{' '}
        <Time iso={end} /> · spent {spentUsd === null ? 'unknown' : cents(spentUsd)} of{' '}
        {cents(budgetUsd)}
      </p>
      <Table heads={HEADS} caption={`Packages of ${id}`}>
        {packages.map((one) => (
          <Package one={one} key={one.id} />
        ))}
      </Table>
    </section>
  );
}

const HEADS = {
  Package: '',
  'What happens': 'sentence-column',
  Price: 'number',
  Budget: 'number',
  Spent: 'number',
};

const PRICE_WORDS = { cpm: 'CPM', cpc: 'a click' } as const;

function Package({ one }: { readonly one: PackageRow }) {
  const { id, product, model, bidUsd, budgetUsd, dailyCapUsd, spentUsd, campaign, standing } = one;
  return (
    <tr>
      <td data-label="Package">
        {campaign === null ? (
          id
        ) : (
          <a href={campaignHref(campaign.partner, campaign.campaign)}>{id}</a>
        )}
        <div class="muted">of {product}</div>
      </td>
      <td data-label="What happens">
        <CampaignState row={standing} />
      </td>
      <td class="number" data-label="Price">
        {usd(bidUsd)} {PRICE_WORDS[model]}
      </td>
      <td class="number" data-label="Budget">
        {cents(budgetUsd)}
        {dailyCapUsd === null ? null : <div class="muted">{cents(dailyCapUsd)} a day</div>}
      </td>
      <td class="number" data-label="Spent">
        {spentUsd === null ? '–' : cents(spentUsd)}
      </td>
    </tr>
  );
}
