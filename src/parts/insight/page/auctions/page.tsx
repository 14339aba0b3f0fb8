import { ANSWER_WORDS } from '../../../../core/auction/answer-kinds.ts';
import {
  type AuctionRow,
  hasId,
  type RequestList,
  type RequestQuestion,
  type RequestRow,
  readQuestion,
} from '../../../../core/exchange/request-rows.ts';
import { fieldOf } from '../../../../lib/schema-fault.ts';
import { Empty } from '../../../../ui/empty.tsx';
import { count, ms, usd } from '../../../../ui/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { auctionsHref, reasonsHref } from '../../../../ui/record-paths.ts';
import { Select } from '../../../../ui/select.tsx';
import type { PageProps } from '../../../../ui/shell/router.ts';
import { outcomeWords } from '../../../../ui/shell/words.ts';
import { number, Rows } from '../../../../ui/table.tsx';
import { TimeField, TypedField } from '../../../../ui/typed-field.tsx';
import { Time, timeWords, useZone } from '../../../../ui/zone.tsx';
import { useAsked } from './calls.ts';
import { AuctionDetail } from './detail.tsx';
import { Samples } from './samples.tsx';

const REFRESH_MS = 5000;
const MINUTE_MS = 60_000;

export function AuctionsPage({ route: { rest, parameters } }: PageProps) {
  if (rest !== '') return <AuctionDetail id={rest} key={rest} />;
  return <AuctionList filter={readQuestion(Object.fromEntries(parameters))} />;
}

function AuctionList({ filter }: { readonly filter: RequestQuestion }) {
  const resource = useAsked('GET /requests', { query: filter }, REFRESH_MS);
  const list = resource.outcome?.kind === 'ready' ? resource.outcome.value : undefined;
  const { find, publisher } = filter;
  return (
    <>
      <header class="page-head">
        <h1>Auctions</h1>
        <p class="muted">
          Open a request to see who was asked, who bid, and why it ended so.{' '}
          <PageLink href={reasonsHref(publisher)}>Reasons against the week before</PageLink>
        </p>
      </header>
      <Search filter={filter} list={list} />
      <Loaded resource={resource}>
        {(loaded) => (
          <>
            {loaded.rows.length > 0 ? (
              <Found rows={loaded.rows} find={find} />
            ) : find === '' ? (
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

type SearchProps = {
  readonly filter: RequestQuestion;
  /** Undefined while it is loaded. */
  readonly list: RequestList | undefined;
};

/** What requests are found by. Each field applies once it is typed or chosen. */
function Search({ filter, list }: SearchProps) {
  const { find, publisher, advertiser, from, to, outcome, partner, answer, campaign } = filter;
  const set = (name: keyof RequestQuestion) => (next: string) => {
    // The answer is that of the partner.
    const answered = name === 'partner' && next === '' ? { answer: '' } : {};
    location.hash = auctionsHref({ ...filter, ...answered, [name]: next });
  };
  return (
    // The field that Enter is pressed in has applied by then.
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <TypedField
        label="Id"
        value={find}
        size={30}
        placeholder="Request id or bid request id"
        onChange={set('find')}
      />
      <button type="submit">Find</button>
      <TypedField
        label="Publisher"
        value={publisher}
        size={14}
        options={list?.publishers ?? []}
        onChange={set('publisher')}
      />
      <TypedField
        label="Advertiser"
        value={advertiser}
        size={16}
        placeholder="shoes.example"
        onChange={set('advertiser')}
      />
      <TimeField label="From" iso={from} onChange={set('from')} />
      <TimeField label="Until" iso={to} onChange={set('to')} />
      <Select
        label="Outcome"
        value={outcome}
        options={choices(outcome, list?.outcomes, outcomeWords)}
        onChange={set('outcome')}
      />
      <Select
        label="Partner"
        value={partner}
        options={choices(partner, list?.partners)}
        onChange={set('partner')}
      />
      {partner === '' ? null : (
        <Select
          label="Its answer"
          value={answer}
          options={choices(
            answer,
            Object.keys(ANSWER_WORDS),
            (one) => fieldOf(ANSWER_WORDS, one) ?? one,
          )}
          onChange={set('answer')}
        />
      )}
      {campaign === '' ? null : (
        <button type="button" onClick={() => set('campaign')('')}>
          Only campaign {campaign} <span aria-hidden="true">×</span>
          <span class="hidden">: take away</span>
        </button>
      )}
    </form>
  );
}

/** What can be chosen, and what is chosen even where nothing of it is kept any more. */
function choices(
  chosen: string,
  kept: readonly string[] = [],
  words = (option: string) => option,
): readonly (readonly [string, string])[] {
  const all = chosen === '' || kept.includes(chosen) ? kept : [chosen, ...kept];
  return [['', 'Any'], ...all.map((option) => [option, words(option)] as const)];
}

function Nothing({ isEmpty }: { readonly isEmpty: boolean }) {
  return isEmpty ? (
    <Empty title="No auction yet">
      <p>
        <PageLink href="#/try">Try it</PageLink>: what you send appears here.
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
  list: { rows, sinceMs },
}: SearchProps & { readonly list: RequestList }) {
  const { find, publisher, advertiser, from, to } = filter;
  if (find !== '') {
    if (rows.some((row) => hasId(row, find))) return null;
    return <Samples question={filter} isBeginning={rows.length > 0} />;
  }
  if ([publisher, advertiser, from, to].every((one) => one === '')) return null;
  const sinceIso = new Date(sinceMs - (sinceMs % MINUTE_MS)).toISOString();
  const isEarlier = to !== '' && Date.parse(to) < sinceMs;
  return <Samples question={{ ...filter, to: isEarlier ? to : sinceIso }} />;
}

/** How many requests this machine remembers, and since when. */
function Remembered({ list: { rows, kept, oldestMs, sinceMs } }: { readonly list: RequestList }) {
  const zone = useZone();
  const time = (atMs: number) => timeWords(atMs, zone, Date.now());
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

type FoundProps = { readonly rows: readonly RequestRow[]; readonly find: string };

function Found({ rows, find }: FoundProps) {
  const isBeginning = find !== '' && !rows.some((row) => hasId(row, find));
  return (
    <>
      {isBeginning ? (
        <p role="status">This machine remembers no request {find}. These begin with it:</p>
      ) : null}
      <Rows
        rows={rows}
        keyOf={({ requestId }) => requestId}
        columns={{
          Time: (row) => (
            <>
              <a href={`#/auctions/${encodeURIComponent(row.requestId)}`} class="row-link">
                <Time iso={new Date(row.timeMs).toISOString()} />
              </a>
              {'isTest' in row && row.isTest ? <span class="badge">test</span> : null}
              {find === '' ? null : <div class="muted">{row.id ?? row.requestId}</div>}
            </>
          ),
          Publisher: ({ publisher }) => publisher ?? '(none)',
          Outcome: (row) => <Outcome row={row} />,
          Winner: ofAuction(({ winners }) =>
            winners.map(({ partner, seat }) => `${partner} (${seat})`).join(', '),
          ),
          CPM: number(
            ofAuction(({ winners }) => winners.map(({ price }) => usd(price)).join(', ')),
          ),
          Took: number(ofAuction(({ tookMs }) => ms(tookMs))),
        }}
      />
    </>
  );
}

/** Of a request that was refused there is nothing of an auction. */
const ofAuction = (words: (row: AuctionRow) => string) => (row: RequestRow) =>
  row.outcome === 'refused' ? '' : words(row) || '–';

function Outcome({ row }: { readonly row: RequestRow }) {
  if (row.outcome === 'bid') return <span class="good">Sold</span>;
  if (row.outcome !== 'refused') return <>{row.reasons.map(outcomeWords).join('; ')}</>;
  return (
    <>
      <span class="bad">Refused</span>{' '}
      <span class="muted">
        {row.field ?? row.code}: {row.reason}
      </span>
    </>
  );
}
