import { useState } from 'preact/hooks';
import { Failure } from '../../../ui/empty.tsx';
import type { RecordProps } from '../../../ui/record-page.ts';
import { RemovableRows } from '../../../ui/removable-rows.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { browserZone, useZone } from '../../../ui/zone.tsx';
import { call, type SavedReport, useAsked } from './api.ts';

type Schedule = NonNullable<SavedReport['definition']['schedules']>[number];

const STEPS: readonly (readonly [string, string])[] = [
  ['daily', 'every day'],
  ['weekly', 'every Monday'],
  ['monthly', 'on the first of a month'],
];

const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), hourWords(hour)] as const);

function hourWords(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

type Row = { readonly id: number; readonly schedule: Schedule; readonly day: string | undefined };

/** When this report is sent to a webhook as CSV: values of the report, which it is saved with. */
export function Schedules({ one, mayChange, reload }: RecordProps<SavedReport>) {
  const { id: report, definition, revision, sent } = one;
  const { schedules = [] } = definition;
  const { isBusy, failure, run } = useAction();
  const save = (next: readonly Schedule[]) => {
    const body = { ...definition, schedules: next };
    return run(call('PUT /api/saved-reports/{report}', { report, revision, body }), reload);
  };
  const send = ({ webhook }: Schedule) =>
    run(call('POST /api/saved-reports/{report}/send', { report, body: { webhook } }), reload);
  const pause = (one: Schedule) =>
    save(schedules.map((other) => (other === one ? { ...one, isPaused: !one.isPaused } : other)));
  const actions = ({ schedule }: Row) =>
    mayChange ? (
      <p class="actions">
        <button type="button" class="small" disabled={isBusy} onClick={() => send(schedule)}>
          Send now
        </button>
        <button type="button" class="small" disabled={isBusy} onClick={() => pause(schedule)}>
          {schedule.isPaused ? 'Resume' : 'Pause'}
        </button>
      </p>
    ) : null;
  return (
    <section class="panel" aria-labelledby="schedules">
      <h2 id="schedules">Sent as CSV</h2>
      <Failure reason={failure} />
      <RemovableRows
        rows={schedules.map((schedule, id): Row => ({ id, schedule, day: sent[id] }))}
        caption="Sent as CSV"
        columns={{ ...COLUMNS, Actions: actions }}
        none={<p class="muted">It is not sent anywhere.</p>}
        mayChange={mayChange}
        removal={({ schedule }) => ({
          label: 'Delete',
          name: `the schedule for ${schedule.webhook}`,
          consequence: 'It is sent no more.',
          onYes: () => save(schedules.filter((other) => other !== schedule)),
        })}
      />
      {mayChange ? <AddSchedule onAdd={(added) => save([...schedules, added])} /> : null}
    </section>
  );
}

const COLUMNS = {
  When: ({ schedule: { every, hour, zone, isPaused } }: Row) => (
    <>
      {STEPS.find(([step]) => step === every)?.[1]} at {hourWords(hour)} {zone}{' '}
      {isPaused ? <span class="badge">paused</span> : null}
    </>
  ),
  Webhook: ({ schedule }: Row) => schedule.webhook,
  'Last one': ({ day }: Row) => day,
};

function AddSchedule({ onAdd }: { readonly onAdd: (added: Schedule) => void }) {
  const { outcome } = useAsked('GET /api/report-webhooks', {});
  const zones = [...new Set([useZone(), 'UTC', browserZone()])];
  const [every, setEvery] = useState<Schedule['every']>('weekly');
  const [hour, setHour] = useState('7');
  const [zone, setZone] = useState(zones[0] ?? 'UTC');
  const [chosen, setWebhook] = useState<string>();
  if (outcome?.kind !== 'ready') return null;
  const [first] = outcome.value;
  if (first === undefined) {
    return (
      <p class="muted">
        To send it, add a webhook with the format json to alerts.webhooks of the config.
      </p>
    );
  }
  const webhook = chosen ?? first;
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
