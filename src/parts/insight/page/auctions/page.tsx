import {
  type AuctionRow,
  hasId,
  type RequestList,
  type RequestQuestion,
  type RequestRow,
  readQuestion,
} from '../../../../core/exchange/request-rows.ts';
import { Empty } from '../../../../ui/empty.tsx';
import { count, ms, usd } from '../../../../ui/format.ts';
import { lazyPage } from '../../../../ui/lazy.tsx';
import { Loaded, useResource } from '../../../../ui/loaded.tsx';
import type { PageProps } from '../../../../ui/shell/router.ts';
import { outcomeWords } from '../../../../ui/shell/words.ts';
import { Table } from '../../../../ui/table.tsx';
import { Time, timeWords, useZone } from '../../../../ui/zone.tsx';
import { AuctionDetail } from './detail.tsx';
import { auctionsHref, fillHref, requestsPath } from './filter.ts';
import { Samples } from './samples.tsx';
import { Search } from './search.tsx';

const REFRESH_MS = 5000;

const FillPage = lazyPage(async () => (await import('./fill-page.tsx')).FillPage);

export function AuctionsPage({ route: { rest, parameters } }: PageProps) {
  if (rest !== '') return <AuctionDetail id={rest} key={rest} />;
  return parameters.get('compare') === 'week' ? (
    <FillPage publisher={parameters.get('publisher') ?? ''} />
  ) : (
    <AuctionList parameters={parameters} />
  );
}

function AuctionList({ parameters }: { readonly parameters: URLSearchParams }) {
  const filter = readQuestion(Object.fromEntries(parameters));
  const resource = useResource<RequestList>(requestsPath(filter), REFRESH_MS);
  const list = resource.outcome?.kind === 'ready' ? resource.outcome.value : undefined;
  const change = (part: Partial<RequestQuestion>) => {
    location.hash = auctionsHref({ ...filter, ...part });
  };
  return (
    <>
      <header class="page-head">
        <h1>Auctions</h1>
        <p class="muted">
          Open a request to see who was asked, who bid, and why it ended so.{' '}
          <a href={fillHref(filter.publisher)}>Fill against the week before</a>
        </p>
      </header>
      <Search filter={filter} list={list} onChange={change} />
      <Loaded resource={resource}>
        {(loaded) => (
          <>
            {loaded.rows.length > 0 ? (
              <Rows rows={loaded.rows} find={filter.find} />
            ) : filter.find === '' ? (
              <Nothing isEmpty={loaded.kept === 0} />
            ) : null}
            <Remembered list={loaded} />
            <Earlier filter={filter} list={loaded} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Nothing({ isEmpty }: { readonly isEmpty: boolean }) {
  return isEmpty ? (
    <Empty title="No auction yet">
      <p>
        <a href="#/try">Try it</a>: what you send appears here.
      </p>
    </Empty>
  ) : (
    <Empty title="No remembered request matches">
      <p>
        It may be too long ago. <a href="#/auctions">Show all that are remembered</a>.
      </p>
    </Empty>
  );
}

/** Requests from before what this machine remembers, where somebody searches for them. */
function Earlier({
  filter,
  list,
}: {
  readonly filter: RequestQuestion;
  readonly list: RequestList;
}) {
  const { find, publisher, advertiser, from, to } = filter;
  if (find !== '') {
    if (list.rows.some((row) => hasId(row, find))) return null;
    return <Samples question={filter} isBeginning={list.rows.length > 0} />;
  }
  if ([publisher, advertiser, from, to].every((one) => one === '')) return null;
  const sinceIso = new Date(list.sinceMs - (list.sinceMs % MINUTE_MS)).toISOString();
  const isEarlier = to !== '' && Date.parse(to) < list.sinceMs;
  return <Samples question={{ ...filter, to: isEarlier ? to : sinceIso }} />;
}

const MINUTE_MS = 60_000;

const HEADS = { Time: '', Publisher: '', Outcome: '', Winner: '', CPM: 'number', Took: 'number' };

type FoundRowsProps = { readonly rows: readonly RequestRow[]; readonly find: string };

function Rows({ rows, find }: FoundRowsProps) {
  const isBeginning = find !== '' && !rows.some((row) => hasId(row, find));
  return (
    <>
      {isBeginning ? (
        <p role="status">This machine remembers no request {find}. These begin with it:</p>
      ) : null}
      <Table heads={HEADS}>
        {rows.map((row) => (
          <Row key={row.requestId} row={row} hasItsId={find !== ''} />
        ))}
      </Table>
    </>
  );
}

/** How many requests this machine remembers, and since when. */
function Remembered({ list: { rows, kept, oldestMs, sinceMs } }: { readonly list: RequestList }) {
  const zone = useZone();
  const time = (ms: number) => timeWords(ms, zone, Date.now());
  if (kept === 0) return null;
  const isPartly = oldestMs !== null && oldestMs < sinceMs;
  return (
    <p class="muted" role="status">
      {rows.length === 0 ? '' : `The newest ${count(rows.length)} of those that match. `}This
      machine remembers {count(kept)} requests: every auction since {time(sinceMs)}
      {isPartly ? `, and some since ${time(oldestMs)}` : ''}.
    </p>
  );
}

/** An id is shown where one was asked for. */
function Row({ row, hasItsId }: { readonly row: RequestRow; readonly hasItsId: boolean }) {
  return (
    <tr>
      <td data-label="Time">
        <a href={`#/auctions/${encodeURIComponent(row.requestId)}`} class="row-link">
          <Time iso={new Date(row.timeMs).toISOString()} />
        </a>
        {row.outcome !== 'refused' && row.isTest ? <span class="badge">test</span> : null}
        {hasItsId ? <div class="muted">{row.id ?? row.requestId}</div> : null}
      </td>
      <td data-label="Publisher">{row.publisher ?? '(none)'}</td>
      {row.outcome === 'refused' ? (
        <td data-label="Outcome" colSpan={4}>
          <span class="bad">Refused</span>{' '}
          <span class="muted">
            {row.field ?? row.code}: {row.reason}
          </span>
        </td>
      ) : (
        <Auction row={row} />
      )}
    </tr>
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
      <td data-label="Winner">
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
