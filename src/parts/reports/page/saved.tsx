import { useState } from 'preact/hooks';
import type { AnswerOf, OpOf } from '../../../lib/op.ts';
import { callsOf } from '../../../ui/calls.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Failure } from '../../../ui/empty.tsx';
import { REQUIRED, textField, WIDE } from '../../../ui/form-field.tsx';
import { Secrets } from '../../../ui/keys.tsx';
import { Named } from '../../../ui/record-list.tsx';
import type { RecordProps } from '../../../ui/record-page.ts';
import { recordPages } from '../../../ui/record-pages.tsx';
import { recordHref, recordPath } from '../../../ui/record-paths.ts';
import { Select } from '../../../ui/select.tsx';
import { number, Rows, rowAction } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { browserZone, Time, useZone } from '../../../ui/zone.tsx';
import type { REPORT_OPS } from '../operations.ts';
import { Toggles } from './choose.tsx';
import { reportOf } from './query.ts';
import { COLUMN_NAMES, columnWords, reportWords } from './words.ts';

type Ops = typeof REPORT_OPS;
type SavedReport = AnswerOf<OpOf<Ops, 'GET /api/saved-reports/{report}'>>;
type Part = RecordProps<SavedReport>;
type MadeLink = AnswerOf<OpOf<Ops, 'POST /api/saved-reports/{report}/links'>>;
type Schedule = NonNullable<SavedReport['definition']['schedules']>[number];

const { call, useAsked } = callsOf<Ops>();

const PAGE = 'reports/saved';
const API = '/api/saved-reports';

/** Where a report gets a name. */
export const savingHref = (query: string) =>
  `#/${PAGE}?${new URLSearchParams({ view: 'new', query })}`;

/** What the report of a query shows. */
function Shows({ definition: { query } }: Pick<SavedReport, 'definition'>) {
  return <>{reportWords(reportOf(new URLSearchParams(query), useZone()))}</>;
}

/** `#/reports/saved`, and one of them behind a slash. */
export const SavedReportsPage = recordPages<SavedReport, SavedReport>({
  page: PAGE,
  api: API,
  title: 'Saved reports',
  nouns: ['report', 'reports'],
  write: 'ads',
  intro: 'Of all operators.',
  find: 'name, filter or webhook',
  idOf: ({ id }) => id,
  columns: {
    Name: ({ id, definition: { name } }) => <Named href={recordHref(PAGE, id)} name={name} />,
    Shows: (one) => <Shows {...one} />,
    Sent: ({ definition: { schedules = [] } }) =>
      schedules.map(({ every }) => every).join(', ') || <span class="muted">–</span>,
    Links: number(({ links }) => links.length),
    Changed: ({ changedBy, changedAt }) => (
      <span class="made">
        {changedBy}, <Time iso={changedAt} />
      </span>
    ),
  },
  head: (
    <a class="button" href="#/reports">
      New report
    </a>
  ),
  none: (
    <p>
      Choose one on <a href="#/reports">Reports</a> and save it there. Then it can be shared by a
      link, and sent to a webhook.
    </p>
  ),
  states: {
    active: {
      name: 'Saved',
      dot: 'quiet',
      meaning: 'All operators see it.',
      ways: [
        {
          to: 'deleted',
          label: 'Delete',
          Consequence: () => <>Its links open nothing any more, and it is sent no more.</>,
        },
      ],
    },
  },
  nameOf: ({ definition: { name } }) => name,
  about: (one) => <Shows {...one} />,
  Links: ({ one: { definition } }) => (
    <a class="button primary" href={`#/reports?${definition.query}`}>
      Open
    </a>
  ),
  Sections: (part) => (
    <>
      <Links {...part} />
      <Schedules {...part} />
    </>
  ),
  form: () => ({
    Report: [
      textField('name', 'Name', undefined, REQUIRED),
      textField('query', 'What it shows', 'As in the address of Reports.', WIDE),
    ],
  }),
  empty: (parameters) => ({ name: '', query: parameters.get('query') ?? '' }),
  next: 'Then it can be shared by a link, and sent to a webhook.',
});

/** What a client sees unless somebody chooses otherwise: nothing of what publishers earn. */
const CLIENT_COLUMNS: readonly string[] = ['impressions', 'clicks', 'spend_usd'];

const DAYS: readonly (readonly [string, string])[] = [
  ['7', 'a week'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['366', 'a year'],
];

const TimeOf = ({ ms }: { readonly ms: number }) => <Time iso={new Date(ms).toISOString()} />;

/** Links with which somebody who has no login sees this report. */
function Links({ one, mayChange, reload }: Part) {
  const [days, setDays] = useState('30');
  const [columns, setColumns] = useState(CLIENT_COLUMNS);
  const toggle = (name: string) =>
    setColumns(COLUMN_NAMES.filter((other) => columns.includes(other) !== (other === name)));
  return (
    <Secrets<SavedReport['links'][number], MadeLink>
      pathOf={(id) => recordPath(API, one.id, 'links', ...(id === undefined ? [] : [id]))}
      mayChange={mayChange}
      reload={reload}
      title="Links for clients"
      intro={
        <p class="muted">
          Whoever has a link sees this report and its CSV without a login, and nothing else.
        </p>
      }
      rows={one.links}
      columns={{
        Shows: (link) => link.columns.map((name) => columnWords(name).name).join(', '),
        Expires: ({ expiresMs }) => <TimeOf ms={expiresMs} />,
        Made: ({ madeBy, madeMs }) => (
          <>
            {madeBy}, <TimeOf ms={madeMs} />
          </>
        ),
      }}
      none={null}
      removal={({ madeBy }) => ({
        label: 'Revoke',
        name: `the link of ${madeBy}`,
        consequence: 'Whoever has it sees nothing any more.',
      })}
      making={{
        label: 'Make a link',
        body: { days: Number(days), columns },
        options: (
          <>
            {one.definition.query.includes('where=') ? null : (
              <p class="note">
                This report has no filter: a client sees the figures of everybody. Save one with an
                advertiser chosen to show that one alone.
              </p>
            )}
            <div class="filters">
              <Select label="Works for" value={days} options={DAYS} onChange={setDays} />
              <Toggles legend="Shows" names={COLUMN_NAMES} chosen={columns} toggle={toggle} />
            </div>
          </>
        ),
        shown: ({ url, expiresMs }) => ({
          label: 'The link',
          text: url,
          children: (
            <>
              Copy it now: it is not shown again. It works until <TimeOf ms={expiresMs} />.
            </>
          ),
        }),
      }}
    />
  );
}

const STEPS: readonly (readonly [string, string])[] = [
  ['daily', 'every day'],
  ['weekly', 'every Monday'],
  ['monthly', 'on the first of a month'],
];

const hourWords = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), hourWords(hour)] as const);

/** When this report is sent to a webhook as CSV: values of the report, which it is saved with. */
function Schedules({ one, mayChange, reload }: Part) {
  const { id: report, definition, revision, sent } = one;
  const { schedules = [] } = definition;
  const { isBusy, failure, run } = useAction();
  const save = (next: readonly Schedule[]) => {
    const body = { ...definition, schedules: next };
    return run(call('PUT /api/saved-reports/{report}', { report, revision, body }), reload);
  };
  const send = ({ webhook }: Schedule) =>
    run(call('POST /api/saved-reports/{report}/send', { report, body: { webhook } }), reload);
  const pause = (schedule: Schedule) =>
    save(
      schedules.with(schedules.indexOf(schedule), { ...schedule, isPaused: !schedule.isPaused }),
    );
  const actions = rowAction((schedule: Schedule) => (
    <p class="actions">
      <button type="button" class="small" disabled={isBusy} onClick={() => send(schedule)}>
        Send now
      </button>
      <button type="button" class="small" disabled={isBusy} onClick={() => pause(schedule)}>
        {schedule.isPaused ? 'Resume' : 'Pause'}
      </button>
      <Confirm
        kind="small"
        label="Delete"
        name={`the schedule for ${schedule.webhook}`}
        consequence="It is sent no more."
        onYes={() => save(schedules.filter((other) => other !== schedule))}
      />
    </p>
  ));
  return (
    <section class="panel" aria-labelledby="schedules">
      <h2 id="schedules">Sent as CSV</h2>
      <Failure reason={failure} />
      {schedules.length === 0 ? (
        <p class="muted">It is not sent anywhere.</p>
      ) : (
        <Rows
          rows={schedules}
          keyOf={(_, index) => index}
          caption="Sent as CSV"
          columns={{
            When: ({ every, hour, zone, isPaused }) => (
              <>
                {STEPS.find(([step]) => step === every)?.[1]} at {hourWords(hour)} {zone}{' '}
                {isPaused ? <span class="badge">paused</span> : null}
              </>
            ),
            Webhook: ({ webhook }) => webhook,
            'Last one': (schedule) => sent[schedules.indexOf(schedule)],
            ...(mayChange && actions),
          }}
        />
      )}
      {mayChange ? <AddSchedule onAdd={(added) => save([...schedules, added])} /> : null}
    </section>
  );
}

function AddSchedule({ onAdd }: { readonly onAdd: (added: Schedule) => void }) {
  const { outcome } = useAsked('GET /api/report-webhooks', {});
  const zones = [...new Set([useZone(), 'UTC', browserZone()])];
  const [every, setEvery] = useState<Schedule['every']>('weekly');
  const [hour, setHour] = useState('7');
  const [zone, setZone] = useState(zones[0] ?? 'UTC');
  const [chosen, setWebhook] = useState<string>();
  if (outcome?.kind !== 'ready') return null;
  const webhook = chosen ?? outcome.value[0];
  if (webhook === undefined) {
    return (
      <p class="muted">
        To send it, add a webhook with the format json to alerts.webhooks of the config.
      </p>
    );
  }
  const same = (names: readonly string[]) => names.map((name) => [name, name] as const);
  return (
    <div class="filters">
      <Select
        label="Send it"
        value={every}
        options={STEPS}
        onChange={(step) => setEvery(step as Schedule['every'])}
      />
      <Select label="At" value={hour} options={HOURS} onChange={setHour} />
      <Select label="Time zone" value={zone} options={same(zones)} onChange={setZone} />
      <Select label="To" value={webhook} options={same(outcome.value)} onChange={setWebhook} />
      <button type="button" onClick={() => onAdd({ every, hour: Number(hour), zone, webhook })}>
        Add
      </button>
    </div>
  );
}
