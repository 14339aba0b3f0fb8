import { readAd } from '../ui/ad.ts';
import { AdPreview } from '../ui/ad-preview.tsx';
import { Code } from '../ui/code.tsx';
import { usd } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { type Explained, lossWords, withheldWords } from '../words.ts';
import { adviceFor } from './advice.ts';
import type { AuctionImp, AuctionRecord, RequestRecord } from './api.ts';
import { Refused } from './refused.tsx';
import { Share } from './share.tsx';
import { Warnings } from './warnings.tsx';
import { Waterfall } from './waterfall.tsx';

export function AuctionDetail({ id }: { readonly id: string }) {
  const path = `/requests/${encodeURIComponent(id)}`;
  const resource = useResource<RequestRecord>(path);
  return (
    <>
      <p class="back">
        <a href="#/auctions">← Auctions</a>
      </p>
      <Loaded resource={resource}>
        {(record) =>
          record.outcome === 'refused' ? <Refused record={record} /> : <Detail record={record} />
        }
      </Loaded>
    </>
  );
}

function Detail({ record }: { readonly record: AuctionRecord }) {
  return (
    <>
      <header class="page-head">
        <h1>{record.outcome === 'bid' ? 'Sold' : 'No ad'}</h1>
        <p class="muted">
          <Time iso={record.time} /> · {record.publisher ?? 'no publisher'} · request {record.id}
          {record.isTest ? ' · test mode' : ''}
        </p>
        <Share record={record} />
      </header>
      <section class="panel" aria-label="Time">
        {record.partners.length === 0 ? (
          <p>No partner was asked.</p>
        ) : (
          <Waterfall record={record} />
        )}
      </section>
      {record.imps.map((imp) => (
        <Impression imp={imp} record={record} key={imp.id} />
      ))}
      <StrayBids bids={record.strayBids ?? []} />
      <Warnings warnings={record.warnings} />
      <Privacy record={record} />
      <details class="panel">
        <summary>The record as JSON</summary>
        <Code text={JSON.stringify(record)} label="Auction record" />
      </details>
    </>
  );
}

function Impression(props: { readonly imp: AuctionImp; readonly record: AuctionRecord }) {
  const { winner, bids, floor, id } = props.imp;
  return (
    <section class="panel" aria-label={`Impression ${id}`}>
      <h2>
        Impression {id}
        {floor === null ? null : <span class="muted"> floor {usd(floor)}</span>}
      </h2>
      {winner === null ? (
        <Unsold {...adviceFor(props.imp, props.record)} />
      ) : (
        <p>
          <strong>{winner.partner}</strong> won for seat {winner.seat} at a CPM of{' '}
          {usd(winner.price)}
          {winner.format === null ? '' : `, as ${winner.format}`}.
        </p>
      )}
      {winner?.notCalled?.map((sentence) => (
        <p class="muted">Of this bid, {sentence}.</p>
      ))}
      <div class="with-ad">
        {bids.length === 0 ? (
          <p class="muted">There were no bids on this impression.</p>
        ) : (
          <Bids bids={bids} />
        )}
        {winner?.ad === undefined ? null : <AdPreview ad={readAd(winner.ad)} />}
      </div>
    </section>
  );
}

function Unsold({ what, todo }: Explained) {
  return (
    <div class="note">
      <strong>{what}.</strong>
      <p>{todo}</p>
    </div>
  );
}

/** Bids for impressions that the request does not have. */
function StrayBids({ bids }: { readonly bids: NonNullable<AuctionRecord['strayBids']> }) {
  if (bids.length === 0) return null;
  return (
    <section class="panel" aria-label="Bids on no impression">
      <h2>Bids on impressions that the request does not have</h2>
      <Bids bids={bids} />
    </section>
  );
}

const HEADS = { Bid: '', CPM: 'number', Result: '' };

function Bids({ bids }: Pick<AuctionImp, 'bids'>) {
  return (
    <Table heads={HEADS}>
      {bids.map((bid) => (
        <tr key={`${bid.partner} ${bid.id}`}>
          <td data-label="Bid">
            {bid.partner} <span class="muted">{bid.adomain.join(', ') || bid.seat}</span>
          </td>
          <td data-label="CPM" class="number">
            {bid.cur === 'USD' ? usd(bid.price) : `${bid.price.toFixed(2)} ${bid.cur}`}
          </td>
          <td data-label="Result">
            <span class={bid.code === 0 ? 'good' : ''}>{lossWords(bid.code)}</span>
            {bid.code === 0 ? null : <span class="muted"> {bid.fate}</span>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Privacy({ record }: { readonly record: AuctionRecord }) {
  const limited = record.partners.filter(({ withheld }) => Object.keys(withheld).length > 0);
  return (
    <section class="panel" aria-label="Privacy">
      <h2>What privacy withheld</h2>
      {limited.length === 0 ? (
        <p class="muted">Nothing. No signal in the request requires it.</p>
      ) : (
        <ul>
          {limited.map(({ name, withheld }) => (
            <li key={name}>
              <strong>{name}</strong> {withheldFrom(withheld)}.
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function withheldFrom({ call, ...fields }: Readonly<Record<string, string>>): string {
  if (call !== undefined) return `was not asked at all (${call})`;
  const parts = Object.entries(fields).map(([field, rule]) => `${withheldWords(field)} (${rule})`);
  return `did not see ${parts.join(', ')}`;
}
