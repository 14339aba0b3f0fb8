import type { AuctionRecord } from '../api.ts';
import { Empty } from '../ui/empty.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import { Time } from '../ui/time.tsx';
import { noBidWords } from '../words.ts';
import {
  biddersOf,
  choices,
  type Filter,
  matches,
  outcomesOf,
  publisherOf,
  winnersOf,
} from './filter.ts';
import { FindRequest } from './find-request.tsx';

const REFRESH_MS = 5000;

export function AuctionList({ parameters }: { readonly parameters: URLSearchParams }) {
  const resource = useResource<readonly AuctionRecord[]>('/auctions', REFRESH_MS);
  const filter: Filter = {
    publisher: parameters.get('publisher') ?? '',
    outcome: parameters.get('outcome') ?? '',
    partner: parameters.get('partner') ?? '',
  };
  return (
    <>
      <header class="page-head">
        <h1>Auctions</h1>
        <p class="muted">
          The last hundred auctions, the newest first. Open one to see its explanation.
        </p>
      </header>
      <FindRequest />
      <Loaded resource={resource}>
        {(records) =>
          records.length === 0 ? (
            <Empty title="No auction yet">
              <p>
                Send a request from the <a href="#/playground">playground</a> or the{' '}
                <a href="#/chat">chat</a>, and the auction appears here.
              </p>
            </Empty>
          ) : (
            <Listed records={records} filter={filter} />
          )
        }
      </Loaded>
    </>
  );
}

type ListedProps = { readonly records: readonly AuctionRecord[]; readonly filter: Filter };

function Listed({ records, filter }: ListedProps) {
  const shown = records.filter((record) => matches(record, filter));
  const choose = (change: Partial<Filter>) => {
    const chosen = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
    // The filter is part of the address, so that it can be shared and bookmarked.
    location.hash = `#/auctions?${new URLSearchParams(chosen)}`;
  };
  return (
    <>
      <div class="filters">
        <Choice
          label="Publisher"
          value={filter.publisher}
          options={choices(records, (record) => [publisherOf(record)])}
          onChange={(publisher) => choose({ publisher })}
        />
        <Choice
          label="Outcome"
          value={filter.outcome}
          options={choices(records, outcomesOf)}
          onChange={(outcome) => choose({ outcome })}
        />
        <Choice
          label="With a bid from"
          value={filter.partner}
          options={choices(records, biddersOf)}
          onChange={(partner) => choose({ partner })}
        />
        <span class="muted" role="status">
          {shown.length} of {records.length}
        </span>
      </div>
      {shown.length === 0 ? (
        <Empty title="No auction matches">
          <p>
            <a href="#/auctions">Show all of them</a>.
          </p>
        </Empty>
      ) : (
        <Rows records={shown} />
      )}
    </>
  );
}

function Rows({ records }: { readonly records: readonly AuctionRecord[] }) {
  return (
    <div class="table-frame">
      <table class="rows stack">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Publisher</th>
            <th scope="col">Outcome</th>
            <th scope="col">Winner</th>
            <th scope="col" class="number">
              CPM
            </th>
            <th scope="col" class="number">
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row key={record.requestId} record={record} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ record }: { readonly record: AuctionRecord }) {
  const winners = winnersOf(record);
  const reasons = outcomesOf(record);
  return (
    <tr>
      <td data-label="Time">
        <a href={`#/auctions/${encodeURIComponent(record.requestId)}`} class="row-link">
          <Time iso={record.time} />
        </a>
        {record.isTest ? <span class="badge">test</span> : null}
      </td>
      <td data-label="Publisher">{publisherOf(record)}</td>
      <td data-label="Outcome">
        {record.outcome === 'bid' ? (
          <span class="good">Sold</span>
        ) : (
          reasons.map((reason) => noBidWords(reason).what).join('; ')
        )}
      </td>
      <td data-label="Winner">
        {winners.map(({ partner, seat }) => `${partner} (${seat})`).join(', ') || '–'}
      </td>
      <td data-label="CPM" class="number">
        {winners.map(({ price }) => `$${price.toFixed(2)}`).join(', ') || '–'}
      </td>
      <td data-label="Took" class="number">
        {record.tookMs.toFixed(1)} ms
      </td>
    </tr>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const all = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">any</option>
        {all.map((option) => (
          <option value={option} key={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
