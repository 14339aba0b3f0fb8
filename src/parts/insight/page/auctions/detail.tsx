import { useState } from 'preact/hooks';
import type { AuctionImp, AuctionRecord, RefusedRecord } from '../../../../core/auction/explain.ts';
import { WITHHELD_WORDS } from '../../../../core/privacy/restriction.ts';
import { readAd } from '../../../../ui/ad.ts';
import { AdPreview } from '../../../../ui/ad-preview.tsx';
import { Code } from '../../../../ui/code.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Failure, Note } from '../../../../ui/empty.tsx';
import { usd } from '../../../../ui/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Back, PageLink } from '../../../../ui/page-link.tsx';
import { Pairs } from '../../../../ui/pairs.tsx';
import { campaignHref } from '../../../../ui/record-paths.ts';
import { linkTo } from '../../../../ui/shared-request.ts';
import { getJson } from '../../../../ui/shell/client.ts';
import { lossWords } from '../../../../ui/shell/words.ts';
import { Table } from '../../../../ui/table.tsx';
import { Time } from '../../../../ui/zone.tsx';
import { adviceFor, heldOf, refusalAdvice } from './advice.ts';
import { BlockAdvertiser } from './block-advertiser.tsx';
import { useAsked } from './calls.ts';
import { Samples } from './samples.tsx';
import { Waterfall } from './waterfall.tsx';

export function AuctionDetail({ id }: { readonly id: string }) {
  const resource = useAsked('GET /requests/{id}', { id });
  return (
    <>
      <Back href="#/auctions" to="Auctions" />
      {resource.outcome?.kind === 'failed' && resource.outcome.status === 404 ? (
        <>
          <h1>Request {id}</h1>
          <Samples question={{ find: id }} />
        </>
      ) : (
        <Loaded resource={resource}>
          {(record) =>
            'imps' in record ? <Detail record={record} /> : <Refused record={record} />
          }
        </Loaded>
      )}
    </>
  );
}

function Refused({ record }: { readonly record: RefusedRecord }) {
  const { status, code, field, reason, publisher, requestId } = record;
  const { what, todo } = refusalAdvice(record);
  const isRefused = record.outcome === 'refused';
  return (
    <>
      <header class="page-head">
        <h1>{isRefused ? 'Refused' : 'No ad'}</h1>
        <p class="muted">
          <Time iso={record.time} /> · {publisher ?? 'no publisher'} · request {requestId}
        </p>
      </header>
      <section class="panel" aria-label="Reason">
        {isRefused ? (
          <Note title={`${what}.`} kind="bad">
            {todo}
          </Note>
        ) : (
          <Note title={`${what}.`}>{todo}</Note>
        )}
        <Pairs
          kind="refusal"
          pairs={Object.entries({
            Reason: reason,
            ...(field !== undefined && { Field: <code>{field}</code> }),
            Code: (
              <>
                <code>{code}</code>, with status {status}
              </>
            ),
          })}
        />
      </section>
    </>
  );
}

function Detail({ record }: { readonly record: AuctionRecord }) {
  return (
    <>
      <header class="page-head">
        <h1>{record.outcome === 'bid' ? 'Sold' : 'No ad'}</h1>
        <p class="muted">
          <Time iso={record.time} /> · {record.publisher ?? 'no publisher'} · bid request{' '}
          {record.id} · request {record.requestId}
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
      {record.strayBids.length === 0 ? null : (
        <section class="panel" aria-label="Bids on no impression">
          <h2>Bids on impressions that the request does not have</h2>
          <Bids bids={record.strayBids} publisher={record.publisher} />
        </section>
      )}
      <HeldBack record={record} />
      <Warnings warnings={record.warnings} />
      <Privacy record={record} />
      <details class="panel">
        <summary>The record as JSON</summary>
        <Code text={JSON.stringify(record)} label="Auction record" />
      </details>
    </>
  );
}

/** What can be done with the request of an auction: send it again as a test, or give it to somebody. */
function Share({ record }: { readonly record: AuctionRecord }) {
  const [reason, setReason] = useState<string>();
  const path = `/requests/${encodeURIComponent(record.requestId)}/request`;
  const load = async (): Promise<string> => {
    const request = await getJson<Readonly<Record<string, unknown>>>(path);
    if (request.kind === 'failed') {
      setReason(request.reason);
      throw new Error(request.reason);
    }
    return JSON.stringify({ ...request.value, test: 1 }, null, 2);
  };
  const open = async () => location.assign(await linkTo(await load()));
  if (reason !== undefined) return <Failure reason={reason} />;
  return (
    <div class="head-actions">
      <button type="button" onClick={() => open().catch(() => {})}>
        Try again in test mode
      </button>
      <CopyButton label="Copy link to the request" text={async () => linkTo(await load())} />
      <a class="button" href={path} download={`request-${record.requestId}.json`}>
        Download the request
      </a>
    </div>
  );
}

function Impression(props: { readonly imp: AuctionImp; readonly record: AuctionRecord }) {
  const { winner, bids, floor, id } = props.imp;
  const { what, todo } = adviceFor(props.imp, props.record);
  return (
    <section class="panel" aria-label={`Impression ${id}`}>
      <h2>
        Impression {id}
        {floor === null ? null : <span class="muted"> floor {usd(floor)}</span>}
      </h2>
      {winner === null ? (
        <Note title={`${what}.`}>{todo}</Note>
      ) : (
        <p>
          <strong>{winner.partner}</strong> won for seat {winner.seat} at a CPM of{' '}
          {usd(winner.price)}
          {winner.format === null ? '' : `, as ${winner.format}`}.
        </p>
      )}
      {winner?.notCalled.map((sentence) => (
        <p class="muted" key={sentence}>
          Of this bid, {sentence}.
        </p>
      ))}
      <div class="with-ad">
        {bids.length === 0 ? (
          <p class="muted">There were no bids on this impression.</p>
        ) : (
          <Bids bids={bids} publisher={props.record.publisher} />
        )}
        {winner?.ad === undefined ? null : <AdPreview ad={readAd(winner.ad)} />}
      </div>
    </section>
  );
}

const HEADS = { Bid: '', CPM: 'number', Result: '' };

function Bids({ bids, publisher }: Pick<AuctionImp, 'bids'> & Pick<AuctionRecord, 'publisher'>) {
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
            {bid.fit === undefined ? null : <div class="muted">{bid.fit}</div>}
            <BlockAdvertiser publisher={publisher} adomain={bid.adomain} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Campaigns that matched and did not bid, with links to their pages. */
function HeldBack({ record }: { readonly record: AuctionRecord }) {
  const held = record.partners.flatMap((partner) =>
    heldOf(partner).map((campaign) => ({ partner: partner.name, ...campaign })),
  );
  if (held.length === 0) return null;
  return (
    <section class="panel" aria-label="Held back">
      <h2>Held back</h2>
      <ul>
        {held.map(({ partner, campaign, price, fault }) => (
          <li key={`${partner}/${campaign}`}>
            <PageLink href={campaignHref(partner, campaign)}>{campaign}</PageLink> of {partner}{' '}
            would have bid {usd(price)}: {fault}.
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was noticed about the request, and what was repaired in it. */
function Warnings({ warnings }: Pick<AuctionRecord, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <section class="panel" aria-label="Warnings">
      <h2>Warnings</h2>
      <ul>
        {warnings.map(({ code, field, repair }, index) => (
          <li key={`${index}`}>
            {repair === null ? code : `Repaired: ${repair}`}
            {field === null ? '' : ` (${field})`}
          </li>
        ))}
      </ul>
    </section>
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

function withheldFrom({ call, ...fields }: AuctionRecord['partners'][number]['withheld']): string {
  if (call !== undefined) return `was not asked at all (${call})`;
  const parts = Object.entries(fields).map(
    ([field, rule]) => `${WITHHELD_WORDS[field] ?? field} (${rule})`,
  );
  return `did not see ${parts.join(', ')}`;
}
