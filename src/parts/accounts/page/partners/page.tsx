import { Meter } from '../../../../ui/figures.tsx';
import { count, ms, share } from '../../../../ui/format.ts';
import { useResource } from '../../../../ui/loaded.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { Sparkline } from '../../../../ui/plot.tsx';
import { Named } from '../../../../ui/record-list.tsx';
import type { RecordPage, RecordProps } from '../../../../ui/record-page.ts';
import { recordPages } from '../../../../ui/record-pages.tsx';
import { auctionsHref, recordHref, recordPath } from '../../../../ui/record-paths.ts';
import { number } from '../../../../ui/table.tsx';
import type { PartnerDocument, PartnerList, PartnerRow } from '../api.ts';
import { CALLS, KIND, NAME, OPENRTB } from './form-fields.ts';
import { HEADERS } from './headers-field.tsx';
import { healthOf, lossesOf } from './health.ts';
import { TestPartner } from './test-partner.tsx';

const API = '/api/partners';

const PARTNERS: RecordPage<PartnerDocument, PartnerRow> = {
  page: 'partners',
  api: API,
  title: 'Partners',
  nouns: ['partner', 'partners'],
  write: 'admin',
  states: {
    active: {
      name: 'Active',
      dot: 'good',
      meaning: 'It is asked in auctions.',
      ways: [{ to: 'paused', label: 'Pause', Consequence: PartnerPause }],
    },
    paused: {
      name: 'Paused',
      dot: 'quiet',
      meaning: 'It is not asked.',
      ways: [
        { to: 'active', label: 'Start' },
        {
          to: 'deleted',
          label: 'Remove',
          Consequence: () => (
            <>
              This cannot be undone. It is not asked any more, on all machines. Notices of ads that
              it was sold are still sent, and its figures and statements stay.
            </>
          ),
        },
      ],
    },
  },

  intro: 'Health and results of each partner. Counts cover the last 15 minutes.',
  find: 'name, kind or URL',
  idOf: ({ id }) => id,
  isDense: true,
  columns: {
    Partner: ({ id, definition: { kind } }) => (
      <>
        <Named href={recordHref('partners', id)} name={id}>
          {kind}
        </Named>
        <p class="row-actions">
          <PageLink href={auctionsHref({ partner: id })}>
            Auctions<span class="hidden"> of {id}</span>
          </PageLink>
        </p>
      </>
    ),
    Health: (row) => (
      <>
        <span class={`dot ${healthOf(row).kind}`} aria-hidden="true" /> {healthOf(row).words}
        <Calls row={row} />
      </>
    ),
    'Median latency': ({ id, latencyByMinuteMs, p50Ms, p95Ms }) => (
      <>
        <Sparkline
          values={latencyByMinuteMs}
          label={`Median latency of ${id}, by minute; over all ${ms(p50Ms)}`}
        />
        <div class="muted nowrap">
          {ms(p50Ms)} · p95 {ms(p95Ms)}
        </div>
      </>
    ),
    Asked: number(({ asked }) => count(asked)),
    Bid: number(({ answeredWithBids, asked, bids }) => (
      <>
        {share(answeredWithBids, asked)}
        <div class="muted">{count(bids)} bids</div>
      </>
    )),
    Sold: number(({ wins, bids }) => (
      <>
        {share(wins, bids)}
        <div class="muted">{count(wins)} sold</div>
      </>
    )),
    'Calls and bids lost': (row) => <Reasons row={row} />,
  },
  note: 'A pause applies to all workers. That of a partner of the config survives a reload, but not a restart.',
  many: {
    isFor: () => true,
    to: [
      ['paused', 'Pause', 'They are not asked any more until somebody starts them again.'],
      ['active', 'Start', 'They are asked in auctions again.'],
    ],
  },

  nameOf: ({ id }) => id,
  about: ({ id, definition: { kind } }) => (
    <>
      {kind} · <PageLink href={auctionsHref({ partner: id })}>Its auctions</PageLink>
    </>
  ),
  isSettableInConfig: true,
  Sections,

  form: ({ kind }) => ({
    Partner: [NAME, KIND, ...CALLS, ...(kind === 'openrtb' ? OPENRTB : []), HEADERS],
  }),
  empty: () => ({ name: '', kind: 'openrtb', url: '' }),
  next: 'It is paused at first: test it, then start it.',
  json: 'The partner as docs/config.md describes it',
  MoreOfForm: ({ context: { draft } }) => (
    <TestPartner
      intro="Sends a sample request in test mode to the partner as it is typed here, and says what the auction would make of the answer. Nothing is saved."
      path={`${API}/test`}
      body={JSON.stringify(draft)}
    />
  ),
};

export const PartnersPage = recordPages(PARTNERS);

function Sections({ one, role }: RecordProps<PartnerDocument>) {
  return role === 'admin' && one.definition.kind !== 'campaigns' ? (
    <TestPartner
      intro="Sends it a sample request in test mode, and says what the auction would make of the answer."
      path={recordPath(API, one.id, 'test')}
      body="{}"
    />
  ) : null;
}

/** What a pause does, with what the partner bought lately. */
function PartnerPause({ one: { id, source } }: Pick<RecordProps<PartnerDocument>, 'one'>) {
  const { outcome } = useResource<PartnerList>(`${API}?${new URLSearchParams({ find: id })}`);
  const rows = outcome?.kind === 'ready' ? outcome.value.rows : [];
  const row = rows.find((one) => one.id === id);
  return (
    <>
      {source === 'store'
        ? 'It is not asked any more, on all machines, until somebody starts it again.'
        : 'This machine does not ask it any more, until somebody starts it again or the machine restarts.'}{' '}
      {row === undefined ? '' : pauseFigures(row)}
    </>
  );
}

function pauseFigures({ asked, wins }: Pick<PartnerRow, 'asked' | 'wins'>): string {
  if (asked === 0) return 'In the last 15 minutes it was not asked.';
  const sold = wins === 1 ? '1 impression was' : `${count(wins)} impressions were`;
  return `In the last 15 minutes it was asked ${count(asked)} times, and ${sold} sold to it: others may buy them for less, or nobody.`;
}

/** Calls per second, and the cap if there is one. */
function Calls({ row: { qpsNow, definition } }: { readonly row: PartnerRow }) {
  const qpsMax = 'qpsMax' in definition ? definition.qpsMax : undefined;
  if (qpsMax === undefined) return <div class="muted">{count(qpsNow)} calls/s</div>;
  const used = qpsNow / qpsMax;
  return (
    <div class="muted">
      {count(qpsNow)} of {count(qpsMax)} calls/s
      <Meter
        label={`${count(qpsNow)} of ${count(qpsMax)} calls a second`}
        share={used}
        kind={used >= 1 ? 'bad' : used >= 0.8 ? 'warn' : 'good'}
      />
    </div>
  );
}

function Reasons({ row }: { readonly row: PartnerRow }) {
  const lines = lossesOf(row);
  if (lines.length === 0) return <>–</>;
  return (
    <ul class="reasons">
      {lines.map(({ times, words, answer }) => (
        <li key={words}>
          <span class="number">{count(times)}</span>{' '}
          {answer === undefined ? (
            words
          ) : (
            <PageLink href={auctionsHref({ partner: row.id, answer })}>{words}</PageLink>
          )}
        </li>
      ))}
    </ul>
  );
}
