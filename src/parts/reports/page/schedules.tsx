import { useState } from 'preact/hooks';
import { Failure } from '../../../ui/empty.tsx';
import { RemovableRows } from '../../../ui/removable-rows.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { browserZone, useZone } from '../../../ui/zone.tsx';
import { call, type SavedPartProps, type SavedReport, useAsked } from './api.ts';

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

/** When this report is sent to a webhook as CSV: values of the report, which it is saved with. */
export function Schedules({ one, mayChange, reload }: SavedPartProps) {
  const { id: report, definition, revision, sent } = one;
  const { schedules = [] } = definition;
  const { isBusy, failure, run } = useAction();
  const save = (next: readonly Schedule[]) =>
    run(
      call('PUT /api/saved-reports/{report}', {
        report,
        revision,
        body: { ...definition, schedules: next },
      }),
      reload,
    );
  return (
    <section class="panel" aria-labelledby="schedules">
      <h2 id="schedules">Sent as CSV</h2>
      <Failure reason={failure} />
      <RemovableRows
        rows={schedules.map((schedule, index) => ({ id: index, schedule, day: sent[index] }))}
        caption="Sent as CSV"
        columns={{
          When: ({ schedule: { every, hour, zone, isPaused } }) => (
            <>
              {STEPS.find(([step]) => step === every)?.[1]} at {hourWords(hour)} {zone}{' '}
              {isPaused ? <span class="badge">paused</span> : null}
            </>
          ),
          Webhook: ({ schedule }) => schedule.webhook,
          'Last one': ({ day }) => day,
          Actions: ({ schedule }) =>
            mayChange ? (
              <p class="actions">
                <button
                  type="button"
                  class="small"
                  disabled={isBusy}
                  onClick={() =>
                    run(
                      call('POST /api/saved-reports/{report}/send', {
                        report,
                        body: { webhook: schedule.webhook },
                      }),
                      reload,
                    )
                  }
                >
                  Send now
                </button>
                <button
                  type="button"
                  class="small"
                  disabled={isBusy}
                  onClick={() =>
                    save(
                      schedules.map((other) =>
                        other === schedule ? { ...other, isPaused: !other.isPaused } : other,
                      ),
                    )
                  }
                >
                  {schedule.isPaused ? 'Resume' : 'Pause'}
                </button>
              </p>
            ) : null,
        }}
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
