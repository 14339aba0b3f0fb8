import { Empty } from '../../../ui/empty.tsx';
import { count, sentence } from '../../../ui/format.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { keptWords } from '../../../ui/samples-words.ts';
import { Select } from '../../../ui/select.tsx';
import { Table } from '../../../ui/table.tsx';
import { TimeField } from '../../../ui/time-field.tsx';
import { TypedField } from '../../../ui/typed-field.tsx';
import { dateTimeWords, Time, timeWords, useZone } from '../../../ui/zone.tsx';
import type { PortalRequest, PortalRequests, PortalSamples } from './api.ts';
import { portalPath } from './paths.ts';
import type { PortalPageProps } from './props.ts';
import { OneRequest } from './request.tsx';
import { OUTCOMES } from './words.ts';

const REFRESH_MS = 10_000;

/** `#/requests` and `#/requests/<id>`. */
export function RequestsView({ route: { rest, parameters }, mayEdit }: PortalPageProps) {
  if (rest !== '') return <OneRequest id={rest} mayChange={mayEdit} key={rest} />;
  return <List question={questionOf(parameters)} />;
}

/** As the address has it; '' for any. */
type PortalSearch = Readonly<Record<(typeof ASKED)[number], string>>;

const ASKED = ['outcome', 'find', 'from', 'to'] as const;

function questionOf(parameters: URLSearchParams): PortalSearch {
  const [outcome = '', find = '', from = '', to = ''] = ASKED.map(
    (name) => parameters.get(name) ?? '',
  );
  return { outcome, find, from, to };
}

function queryOf(question: PortalSearch): string {
  const chosen = Object.entries(question).filter(([, value]) => value !== '');
  return chosen.length === 0 ? '' : `?${new URLSearchParams(chosen)}`;
}

const OUTCOME_OPTIONS = [
  ['', 'All'],
  ...Object.entries(OUTCOMES).map(([outcome, { name }]) => [outcome, name] as const),
] as const;

function List({ question }: { readonly question: PortalSearch }) {
  const { outcome, find, from, to } = question;
  const isSearch = find !== '' || from !== '' || to !== '';
  const path = portalPath(`requests${queryOf(question)}`);
  // Samples do not change from one look to the next, and finding one takes a while.
  const resource = useResource<PortalRequests>(path, isSearch ? undefined : REFRESH_MS);
  const show = (part: Partial<PortalSearch>) =>
    location.replace(`#/requests${queryOf({ ...question, ...part })}`);
  return (
    <>
      <header class="page-head">
        <h1>Requests</h1>
        <p class="muted">The last requests that the exchange remembers, the newest first.</p>
      </header>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <TypedField
          label="Id"
          value={find}
          size={30}
          placeholder="Bid request id or request id"
          onChange={(next) => show({ find: next })}
        />
        <button type="submit">Find</button>
        <TimeField label="From" iso={from} onChange={(next) => show({ from: next })} />
        <TimeField label="Until" iso={to} onChange={(next) => show({ to: next })} />
        <Select
          label="Outcome"
          value={outcome}
          options={OUTCOME_OPTIONS}
          onChange={(next) => show({ outcome: next })}
        />
      </form>
      <Loaded resource={resource}>
        {({ rows, refusalsToday, since, sampled }) => (
          <>
            <Refusals refusals={refusalsToday} />
            {rows.length > 0 ? (
              <Rows rows={rows} />
            ) : (sampled?.rows.length ?? 0) > 0 ? null : (
              <Empty title="No request is remembered">
                <p>
                  {outcome === '' && !isSearch ? (
                    <>
                      <a href="#/integration">Integration</a> says how to send the first one.
                    </>
                  ) : (
                    <a href="#/requests">Show all requests</a>
                  )}
                </p>
              </Empty>
            )}
            {sampled === null ? null : <Sampled sampled={sampled} since={since} />}
          </>
        )}
      </Loaded>
    </>
  );
}

type SampledProps = { readonly sampled: PortalSamples; readonly since: string };

/** Requests that are not remembered any more, and of which a sample was kept. */
function Sampled({ sampled, since }: SampledProps) {
  const zone = useZone();
  const kept = `Every auction since ${timeWords(Date.parse(since), zone, Date.now())} is remembered; of earlier ones, ${keptWords(sampled)}.`;
  if (sampled.rows.length === 0) return <p class="muted">No sample matches. {kept}</p>;
  return (
    <section aria-label="Samples">
      <h2>Samples</h2>
      <p class="muted">{kept}</p>
      <Table heads={SAMPLE_HEADS}>
        {sampled.rows.map(({ at, outcome, words }, index) => (
          <tr key={`${at} ${index}`}>
            <td data-label="Minute" class="nowrap">
              {dateTimeWords(Date.parse(at), zone)}
            </td>
            <td data-label="Outcome" class="nowrap">
              <span class={`dot ${OUTCOMES[outcome].dot}`} aria-hidden="true" />{' '}
              {OUTCOMES[outcome].name}
            </td>
            <td data-label="Why">{words === '' ? '–' : sentence(words)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

const SAMPLE_HEADS = { Minute: '', Outcome: '', Why: '' };

type RefusalsProps = { readonly refusals: PortalRequests['refusalsToday'] };

function Refusals({ refusals }: RefusalsProps) {
  if (refusals.length === 0) return null;
  return (
    <section class="note bad" aria-labelledby="refusals">
      <strong id="refusals">Refused today</strong>
      <ul>
        {refusals.map(({ code, words, count: times }) => (
          <li key={`${code} ${words}`}>
            <strong>{count(times)}</strong> {sentence(words)} <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

const HEADS = { Time: '', Outcome: '', Why: '' };

function Rows({ rows }: { readonly rows: readonly PortalRequest[] }) {
  return (
    <Table heads={HEADS}>
      {rows.map(({ requestId, at, outcome, words, field, isTest }) => (
        <tr key={requestId}>
          <td data-label="Time">
            <a class="row-link nowrap" href={`#/requests/${encodeURIComponent(requestId)}`}>
              <Time iso={at} />
            </a>
            {isTest ? <span class="badge">test</span> : null}
          </td>
          <td data-label="Outcome" class="nowrap">
            <span class={`dot ${OUTCOMES[outcome].dot}`} aria-hidden="true" />{' '}
            {OUTCOMES[outcome].name}
          </td>
          <td data-label="Why">
            {words === '' ? '–' : sentence(words)}
            {field === null ? null : (
              <div class="muted">
                Field <code>{field}</code>
              </div>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
