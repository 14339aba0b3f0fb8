import { useState } from 'preact/hooks';
import type { AuctionImp, AuctionRecord, RequestRecord } from '../api.ts';
import { getJson } from '../client.ts';
import { handOver } from '../playground/request-text.ts';
import { goTo } from '../router.ts';
import { readAd } from '../ui/ad.ts';
import { AdCard } from '../ui/ad-card.tsx';
import { Code } from '../ui/code.tsx';
import { Failure } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import { Time } from '../ui/time.tsx';
import { lossWords, noBidWords, withheldWords } from '../words.ts';
import { publisherOf } from './filter.ts';
import { Refused } from './refused.tsx';
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
          <Time iso={record.time} /> · {publisherOf(record)} · request {record.id}
          {record.isTest ? ' · test mode' : ''}
        </p>
        <TryAgain record={record} />
      </header>
      <section class="panel" aria-label="Time">
        {record.partners.length === 0 ? (
          <p>No partner was asked.</p>
        ) : (
          <Waterfall record={record} />
        )}
      </section>
      {record.imps.map((imp) => (
        <Impression imp={imp} key={imp.id} />
      ))}
      <Warnings warnings={record.warnings} />
      <Privacy record={record} />
      <details class="panel">
        <summary>The record as JSON</summary>
        <Code text={JSON.stringify(record)} label="Auction record" />
      </details>
    </>
  );
}

/** Opens the request in the playground, in test mode. */
function TryAgain({ record }: { readonly record: AuctionRecord }) {
  const [reason, setReason] = useState('');
  const open = async () => {
    const path = `/auctions/${encodeURIComponent(record.requestId)}/request`;
    const request = await getJson<Readonly<Record<string, unknown>>>(path);
    if (request.kind === 'failed') return setReason(request.reason);
    handOver(JSON.stringify({ ...request.value, test: 1 }, null, 2));
    goTo('playground');
  };
  return reason === '' ? (
    <button type="button" onClick={open}>
      Try again in test mode
    </button>
  ) : (
    <Failure reason={reason} />
  );
}

function Impression({ imp }: { readonly imp: AuctionImp }) {
  const { winner, noBidReason, bids, floor } = imp;
  return (
    <section class="panel" aria-label={`Impression ${imp.id}`}>
      <h2>Impression {imp.id}</h2>
      {winner === null ? (
        <div class="note">
          <strong>{noBidWords(noBidReason).what}.</strong>
          <p>{noBidWords(noBidReason).todo}</p>
        </div>
      ) : (
        <p>
          <strong>{winner.partner}</strong> won for seat {winner.seat} and pays $
          {winner.price.toFixed(2)} for a thousand
          {winner.format === null ? '' : `, as ${winner.format}`}.
        </p>
      )}
      {floor === null ? null : <p class="muted">The floor was ${floor.toFixed(2)}.</p>}
      <div class="with-ad">
        {bids.length === 0 ? <p class="muted">There were no bids.</p> : <Bids bids={bids} />}
        {winner?.ad === undefined ? null : (
          <div class="bubble assistant">
            <AdCard ad={readAd(winner.ad)} />
          </div>
        )}
      </div>
    </section>
  );
}

function Bids({ bids }: Pick<AuctionImp, 'bids'>) {
  return (
    <div class="table-frame">
      <table class="rows stack">
        <thead>
          <tr>
            <th scope="col">Bid</th>
            <th scope="col" class="number">
              Price
            </th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {bids.map((bid) => (
            <tr key={`${bid.partner} ${bid.id}`}>
              <td data-label="Bid">
                {bid.partner} <span class="muted">{bid.adomain.join(', ') || bid.seat}</span>
              </td>
              <td data-label="Price" class="number">
                {bid.price.toFixed(2)} {bid.cur}
              </td>
              <td data-label="Result">
                <span class={bid.code === 0 ? 'good' : ''}>{lossWords(bid.code)}</span>
                {bid.code === 0 ? null : <span class="muted"> {bid.fate}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
