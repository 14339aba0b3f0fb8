import { Empty } from '../../../ui/empty.tsx';
import { count, sentence, usd } from '../../../ui/format.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Back } from '../../../ui/page-link.tsx';
import { Pairs } from '../../../ui/pairs.tsx';
import { keptWords } from '../../../ui/samples-words.ts';
import { Select } from '../../../ui/select.tsx';
import { nowrap, Rows, StateMark } from '../../../ui/table.tsx';
import { TimeField, TypedField } from '../../../ui/typed-field.tsx';
import { Time, timeWords, useZone } from '../../../ui/zone.tsx';
import type { PortalAuction, PortalRequests } from '../requests.ts';
import { BlockAdvertiser } from './ads.tsx';
import { type PortalPageProps, pathOf } from './api.ts';

const REFRESH_MS = 10_000;

const OUTCOMES = {
  sold: { name: 'Sold', dot: 'good' },
  'no-bid': { name: 'No ad', dot: 'quiet' },
  refused: { name: 'Refused', dot: 'bad' },
} as const;

type Outcome = keyof typeof OUTCOMES;

const isOutcome = (text: string): text is Outcome => Object.hasOwn(OUTCOMES, text);

/** `#/requests` and `#/requests/<id>`. */
export function RequestsView({ route: { rest, parameters }, mayEdit }: PortalPageProps) {
  if (rest !== '') return <OneRequest request={rest} mayChange={mayEdit} key={rest} />;
  return <List parameters={parameters} />;
}

const OUTCOME_OPTIONS = [
  ['', 'All'],
  ...Object.entries(OUTCOMES).map(([outcome, { name }]) => [outcome, name] as const),
] as const;

function List({ parameters }: { readonly parameters: URLSearchParams }) {
  const asked = (name: string) => parameters.get(name) ?? '';
  const [outcome, find, from, to] = [asked('outcome'), asked('find'), asked('from'), asked('to')];
  const isSearch = find !== '' || from !== '' || to !== '';
  const query = { find, from, to, outcome: isOutcome(outcome) ? outcome : '' };
  // Samples do not change from one look to the next, and finding one takes a while.
  const path = pathOf('requests', query);
  const resource = useResource<PortalRequests>(path, isSearch ? undefined : REFRESH_MS);
  const show = (name: string, value: string) => {
    const next = new URLSearchParams(parameters);
    if (value === '') next.delete(name);
    else next.set(name, value);
    location.replace(`#/requests?${next}`);
  };
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
          onChange={(next) => show('find', next)}
        />
        <button type="submit">Find</button>
        <TimeField label="From" iso={from} onChange={(next) => show('from', next)} />
        <TimeField label="Until" iso={to} onChange={(next) => show('to', next)} />
        <Select
          label="Outcome"
          value={outcome}
          options={OUTCOME_OPTIONS}
          onChange={(next) => show('outcome', next)}
        />
      </form>
      <Loaded resource={resource}>
        {({ rows, refusalsToday, since, samples }) => (
          <>
            <Refusals refusals={refusalsToday} />
            {rows.length > 0 ? (
              <Rows
                rows={rows}
                columns={COLUMNS}
                keyOf={({ requestId, at }, index) => requestId ?? `${at} ${index}`}
              />
            ) : (
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
            {samples === null ? null : <Kept samples={samples} since={since} />}
          </>
        )}
      </Loaded>
    </>
  );
}

type Row = PortalRequests['rows'][number];

const COLUMNS = {
  Time: ({ requestId, at, isTest }: Row) =>
    requestId === null ? (
      <>
        <Time iso={at} /> <span class="badge">sample</span>
      </>
    ) : (
      <>
        <a class="row-link nowrap" href={`#/requests/${encodeURIComponent(requestId)}`}>
          <Time iso={at} />
        </a>
        {isTest ? <span class="badge">test</span> : null}
      </>
    ),
  Outcome: nowrap(({ outcome }: Row) => <StateMark words={OUTCOMES[outcome]} />),
  Why: ({ words, field }: Row) => (
    <>
      {words === '' ? '–' : sentence(words)}
      {field === null ? null : (
        <div class="muted">
          Field <code>{field}</code>
        </div>
      )}
    </>
  ),
};

type KeptProps = Pick<PortalRequests, 'since'> & {
  readonly samples: NonNullable<PortalRequests['samples']>;
};

/** What a search can find. */
function Kept({ samples, since }: KeptProps) {
  const zone = useZone();
  return (
    <p class="muted">
      Every auction since {timeWords(Date.parse(since), zone, Date.now())} is remembered; of earlier
      ones, {keptWords(samples)}.
    </p>
  );
}

function Refusals({ refusals }: { readonly refusals: PortalRequests['refusalsToday'] }) {
  if (refusals.length === 0) return null;
  return (
    <section class="note bad" aria-labelledby="refusals">
      <strong id="refusals">Refused today</strong>
      <ul>
        {refusals.map(({ code, words, count: times }) => (
          <li key={code}>
            <strong>{count(times)}</strong> {sentence(words)} <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

type OneRequestProps = { readonly request: string; readonly mayChange: boolean };

/** What became of one request, and why. */
function OneRequest({ request, mayChange }: OneRequestProps) {
  const resource = useResource<PortalAuction>(pathOf(`requests/${encodeURIComponent(request)}`));
  return (
    <>
      <Back href="#/requests" to="Requests" />
      <Loaded resource={resource}>
        {({ outcome, at, requestId, words, field, askedPartners, bids, warnings, imps }) => (
          <>
            <header class="page-head">
              <h1>{OUTCOMES[outcome].name}</h1>
              <p class="muted">
                <Time iso={at} /> · <code>{requestId}</code>
              </p>
            </header>
            <section class="panel" aria-label="What happened">
              {words === '' ? null : <p>{sentence(words)}</p>}
              <Pairs
                kind="settings"
                pairs={
                  outcome === 'refused'
                    ? [['Field', <code key="field">{field ?? '–'}</code>]]
                    : [
                        ['Partners that were asked', String(askedPartners)],
                        ['Bids', String(bids)],
                      ]
                }
              />
              {warnings.length === 0 ? null : (
                <>
                  <h2>What could be better</h2>
                  <ul>
                    {warnings.map(({ code, field: place, reason }) => (
                      <li key={`${code} ${place}`}>
                        {place === '' ? code : <code>{place}</code>}
                        {reason === '' ? '' : `: ${sentence(reason)}`}
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </section>
            {imps.map((imp) => (
              <Imp imp={imp} mayChange={mayChange} key={imp.id} />
            ))}
          </>
        )}
      </Loaded>
    </>
  );
}

type ImpProps = {
  readonly imp: PortalAuction['imps'][number];
  readonly mayChange: boolean;
};

function Imp({ imp: { id, placement, sold, words }, mayChange }: ImpProps) {
  return (
    <section class="panel" aria-label={`Impression ${id}`}>
      <h2>
        Impression {id}
        {placement === null ? '' : `, placement ${placement}`}
      </h2>
      {words === null ? null : <p>{sentence(words)}</p>}
      {sold === null ? null : (
        <>
          <Pairs
            kind="settings"
            pairs={[
              ['Advertiser', sold.advertiser],
              ['Title', sold.title ?? '–'],
              ['Price of a thousand', usd(sold.cpmUsd)],
              ['Of it you are owed', usd(sold.owedCpmUsd)],
            ]}
          />
          {mayChange ? <BlockAdvertiser domain={sold.advertiser} /> : null}
        </>
      )}
    </section>
  );
}
