import { useState } from 'preact/hooks';
import { Confirm } from '../../../ui/confirm.tsx';
import { Failure } from '../../../ui/empty.tsx';
import { Select } from '../../../ui/select.tsx';
import { send } from '../../../ui/shell/client.ts';
import { Table } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { browserZone, Time, useZone } from '../../../ui/zone.tsx';
import type { SavedPartProps } from './api.ts';

const STEPS: readonly (readonly [string, string])[] = [
  ['daily', 'every day'],
  ['weekly', 'every Monday'],
  ['monthly', 'on the first of a month'],
];

const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), hourWords(hour)] as const);

function hourWords(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

const HEADS = { When: '', Webhook: '', 'Last sent': '', Made: '', '': '' };

/** When this report is sent to a webhook as CSV. */
export function Schedules({ view, answer, mayChange, reload }: SavedPartProps) {
  const { isBusy, failure, run } = useAction();
  const act = (id: string, action: string) =>
    run(send(`/api/report-schedules/${id}/${action}`, ''), reload);
  const remove = (id: string) =>
    run(send(`/api/report-schedules/${id}`, '', {}, { method: 'DELETE' }), reload);
  return (
    <section class="panel" aria-labelledby="schedules">
      <h2 id="schedules">Sent as CSV</h2>
      <Failure reason={failure} />
      {view.schedules.length === 0 ? (
        <p class="muted">It is not sent anywhere.</p>
      ) : (
        <Table heads={HEADS} caption="Sent as CSV">
          {view.schedules.map(({ id, every, hour, zone, webhook, state, sentAt, madeBy }) => (
            <tr key={id}>
              <td data-label="When">
                {STEPS.find(([step]) => step === every)?.[1]} at {hourWords(hour)} {zone}{' '}
                {state === 'paused' ? <span class="badge">paused</span> : null}
              </td>
              <td data-label="Webhook">{webhook}</td>
              <td data-label="Last sent">
                {sentAt === null ? <span class="muted">never</span> : <Time iso={sentAt} />}
              </td>
              <td data-label="Made">{madeBy}</td>
              <td class="row-action">
                {mayChange ? (
                  <p class="actions">
                    <button
                      type="button"
                      class="small"
                      disabled={isBusy}
                      onClick={() => act(id, 'send')}
                    >
                      Send now
                    </button>
                    <button
                      type="button"
                      class="small"
                      disabled={isBusy}
                      onClick={() => act(id, state === 'paused' ? 'resume' : 'pause')}
                    >
                      {state === 'paused' ? 'Resume' : 'Pause'}
                    </button>
                    <Confirm
                      label="Delete"
                      name={`the schedule for ${webhook}`}
                      consequence="It is sent no more."
                      kind="small"
                      onYes={() => remove(id)}
                    />
                  </p>
                ) : null}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {!mayChange ? null : answer.webhooks.length === 0 ? (
        <p class="muted">
          To send it, add a webhook with the format json to alerts.webhooks of the config.
        </p>
      ) : (
        <AddSchedule
          path={`/api/report-views/${view.id}/schedules`}
          webhooks={answer.webhooks}
          onAdded={reload}
        />
      )}
    </section>
  );
}

type AddScheduleProps = {
  readonly path: string;
  readonly webhooks: readonly string[];
  readonly onAdded: () => void;
};

function AddSchedule({ path, webhooks, onAdded }: AddScheduleProps) {
  const zones = [...new Set([useZone(), 'UTC', browserZone()])];
  const [every, setEvery] = useState('weekly');
  const [hour, setHour] = useState('7');
  const [zone, setZone] = useState(zones[0] ?? 'UTC');
  const [webhook, setWebhook] = useState(webhooks[0] ?? '');
  const { isBusy, failure, run } = useAction();
  const add = () =>
    run(send(path, JSON.stringify({ every, hour: Number(hour), zone, webhook })), onAdded);
  const same = (names: readonly string[]) => names.map((name) => [name, name] as const);
  return (
    <>
      <div class="filters">
        <Select label="Send it" value={every} options={STEPS} onChange={setEvery} />
        <Select label="At" value={hour} options={HOURS} onChange={setHour} />
        <Select label="Time zone" value={zone} options={same(zones)} onChange={setZone} />
        <Select label="To" value={webhook} options={same(webhooks)} onChange={setWebhook} />
        <button type="button" disabled={isBusy} onClick={add}>
          Add
        </button>
      </div>
      <Failure reason={failure} />
    </>
  );
}
