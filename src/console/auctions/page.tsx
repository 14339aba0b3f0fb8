import type { TargetedSubmitEvent } from 'preact';
import { fieldOf } from '../../lib/schema-fault.ts';
import {
  type AuctionRow,
  type RequestList,
  type RequestQuestion,
  type RequestRow,
  readQuestion,
} from '../../observe/request-rows.ts';
import type { PageProps } from '../router.ts';
import { Empty } from '../ui/empty.tsx';
import { count, ms, usd } from '../ui/format.ts';
import { Loaded, useResource } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { Table } from '../ui/table.tsx';
import { ViewerRole } from '../ui/viewer-role.ts';
import { Time, timeWords, useZone } from '../ui/zone.tsx';
import { ANSWER_WORDS, outcomeWords } from '../words.ts';
import { AuctionDetail } from './detail.tsx';
import { auctionsHref, requestsPath } from './filter.ts';

const REFRESH_MS = 5000;

export function AuctionsPage({ route, session }: PageProps) {
  return route.rest === '' ? (
    <AuctionList parameters={route.parameters} />
  ) : (
    <ViewerRole.Provider value={session.role}>
      <AuctionDetail id={route.rest} key={route.rest} />
    </ViewerRole.Provider>
  );
}

function AuctionList({ parameters }: { readonly parameters: URLSearchParams }) {
  const filter = readQuestion(parameters);
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
      <Filters filter={filter} list={list} onChange={change} />
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

type FiltersProps = {
  readonly filter: RequestQuestion;
  /** Undefined while it is loaded. */
  readonly list: RequestList | undefined;
  readonly onChange: (change: Partial<RequestQuestion>) => void;
};

function Filters({ filter, list, onChange }: FiltersProps) {
  const search = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChange({ find: String(new FormData(event.currentTarget).get('find') ?? '').trim() });
  };
  return (
    <div class="filters">
      <form class="search" onSubmit={search} key={filter.find}>
        <label for="find" class="hidden">
          Request id
        </label>
        <input
          id="find"
          type="search"
          name="find"
          size={34}
          defaultValue={filter.find}
          placeholder="Request id or bid request id"
        />
        <button type="submit">Find</button>
      </form>
      <Select
        label="Publisher"
        value={filter.publisher}
        options={choices(filter.publisher, list?.publishers)}
        onChange={(publisher) => onChange({ publisher })}
      />
      <Select
        label="Outcome"
        value={filter.outcome}
        options={choices(filter.outcome, list?.outcomes, outcomeWords)}
        onChange={(outcome) => onChange({ outcome })}
      />
      <Select
        label="Partner"
        value={filter.partner}
        options={choices(filter.partner, list?.partners)}
        onChange={(partner) => onChange(partner === '' ? { partner, answer: '' } : { partner })}
      />
      {filter.partner === '' ? null : (
        <Select
          label="Its answer"
          value={filter.answer}
          options={choices(
            filter.answer,
            Object.keys(ANSWER_WORDS),
            (answer) => fieldOf(ANSWER_WORDS, answer) ?? answer,
          )}
          onChange={(answer) => onChange({ answer })}
        />
      )}
      {filter.campaign === '' ? null : (
        <button type="button" onClick={() => onChange({ campaign: '' })}>
          Only campaign {filter.campaign} <span aria-hidden="true">×</span>
          <span class="hidden">: take away</span>
        </button>
      )}
    </div>
  );
}

const ANY = ['', 'Any'] as const;

/** What can be chosen, and what is chosen even where nothing of it is kept any more. */
function choices(
  chosen: string,
  kept: readonly string[] = [],
  words = (option: string) => option,
): readonly (readonly [string, string])[] {
  const all = chosen === '' || kept.includes(chosen) ? kept : [chosen, ...kept];
  return [ANY, ...all.map((option) => [option, words(option)] as const)];
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
