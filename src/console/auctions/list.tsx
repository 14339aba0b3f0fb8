import type {
  AuctionRow,
  RefusalRow,
  RequestList,
  RequestQuestion,
  RequestRow,
} from '../../observe/request-rows.ts';
import { Empty } from '../ui/empty.tsx';
import { count, ms, usd } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { timeWords, useZone } from '../ui/zone.ts';
import { outcomeWords } from '../words.ts';
import { Choose } from './choose.tsx';
import { auctionsHref, readFilter, requestsPath } from './filter.ts';

const REFRESH_MS = 5000;

export function AuctionList({ parameters }: { readonly parameters: URLSearchParams }) {
  const filter = readFilter(parameters);
  const resource = useResource<RequestList>(requestsPath(filter), REFRESH_MS);
  const list = resource.outcome?.kind === 'ready' ? resource.outcome.value : undefined;
  const change = (part: Partial<RequestQuestion>) => {
    location.hash = auctionsHref({ ...filter, ...part });
  };
  return (
    <>
      <header class="page-head">
        <h1>Auctions</h1>
        <p class="muted">Open a request to see who was asked, who bid, and why it ended so.</p>
      </header>
      <Choose filter={filter} list={list} onChange={change} />
      <Loaded resource={resource}>
        {(loaded) =>
          loaded.rows.length === 0 ? (
            <Nothing isEmpty={loaded.kept === 0} />
          ) : (
            <Rows list={loaded} />
          )
        }
      </Loaded>
    </>
  );
}

function Nothing({ isEmpty }: { readonly isEmpty: boolean }) {
  return isEmpty ? (
    <Empty title="No auction yet">
      <p>
        Send a request from the <a href="#/playground">playground</a> or the{' '}
        <a href="#/chat">chat</a>, and it appears here.
      </p>
    </Empty>
  ) : (
    <Empty title="No request matches">
      <p>
        It may be too long ago: in busy traffic Parley keeps the last seconds, and a sample of the
        minutes before. <a href="#/auctions">Show all of them</a>.
      </p>
    </Empty>
  );
}

const HEADS = { Time: '', Publisher: '', Outcome: '', Winner: '', CPM: 'number', Took: 'number' };

function Rows({ list: { rows, kept, oldestMs } }: { readonly list: RequestList }) {
  const zone = useZone();
  return (
    <>
      <Table heads={HEADS}>
        {rows.map((row) => (
          <Row key={row.requestId} row={row} />
        ))}
      </Table>
      <p class="muted" role="status">
        The newest {count(rows.length)} of those that match. {count(kept)} requests are kept
        {oldestMs === null ? '' : `, the oldest of ${timeWords(oldestMs, zone, Date.now())}`}.
      </p>
    </>
  );
}

function Row({ row }: { readonly row: RequestRow }) {
  return (
    <tr>
      <td data-label="Time">
        <a href={`#/auctions/${encodeURIComponent(row.requestId)}`} class="row-link">
          <Time iso={new Date(row.timeMs).toISOString()} />
        </a>
        {row.outcome !== 'refused' && row.isTest ? <span class="badge">test</span> : null}
      </td>
      <td data-label="Publisher" class="name">
        {row.publisher ?? '(none)'}
      </td>
      {row.outcome === 'refused' ? <Refusal row={row} /> : <Auction row={row} />}
    </tr>
  );
}

function Refusal({ row: { code, field, reason } }: { readonly row: RefusalRow }) {
  return (
    <td data-label="Outcome" colSpan={4}>
      <span class="bad">Refused</span>{' '}
      <span class="muted">
        {field === null ? code : field}: {reason}
      </span>
    </td>
  );
}

function Auction({ row: { outcome, reasons, winners, tookMs } }: { readonly row: AuctionRow }) {
  return (
    <>
      <td data-label="Outcome">
        {outcome === 'bid' ? (
          <span class="good">Sold</span>
        ) : (
          reasons.map((reason) => outcomeWords(reason)).join('; ')
        )}
      </td>
      <td data-label="Winner" class="name">
        {winners.map(({ partner, seat }) => `${partner} (${seat})`).join(', ') || '–'}
      </td>
      <td data-label="CPM" class="number">
        {winners.map(({ price }) => usd(price)).join(', ') || '–'}
      </td>
      <td data-label="Took" class="number">
        {ms(tookMs)}
      </td>
    </>
  );
}
