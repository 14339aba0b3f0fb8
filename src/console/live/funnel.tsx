import type { Counted, FunnelStage, FunnelStageName, Loss } from '../api.ts';
import { count } from '../ui/format.ts';
import { FunnelRow } from '../ui/funnel-row.tsx';
import { lossOf } from './loss-words.ts';

const STAGE_WORDS: Readonly<Record<FunnelStageName, string>> = {
  received: 'Received',
  valid: 'Valid',
  asked: 'Asked partners',
  answered: 'Got an answer',
  bid: 'Got a bid',
  fit: 'Had a valid bid',
  won: 'Won',
  billed: 'Billed',
};

/** Requests by stage. Each loss expands to its reasons. */
export function Funnel({ stages }: { readonly stages: readonly FunnelStage[] }) {
  const most = Math.max(...stages.map((stage) => stage.count), 1);
  return (
    <section class="panel" aria-label="Funnel">
      <h2>
        From request to money <span class="muted">last 15 minutes</span>
      </h2>
      {stages[0]?.count === 0 ? (
        <p class="muted">
          No request has arrived. Send a request from the <a href="#/playground">playground</a>, or
          say something in the <a href="#/chat">chat</a>.
        </p>
      ) : null}
      <ol class="funnel">
        {stages.map((stage, index) => (
          <Stage key={stage.stage} stage={stage} most={most} before={stages[index - 1]?.count} />
        ))}
      </ol>
    </section>
  );
}

type StageProps = {
  readonly stage: FunnelStage;
  readonly most: number;
  readonly before: number | undefined;
};

function Stage({ stage, most, before }: StageProps) {
  return (
    <li>
      <FunnelRow name={STAGE_WORDS[stage.stage]} reached={stage.count} {...{ before, most }} />
      {stage.lost > 0 && stage.losses.length > 0 ? (
        <details>
          <summary>{count(stage.lost)} lost before this: why</summary>
          <ul class="losses">
            {stage.losses.map((loss) => (
              <Reason key={`${loss.partner} ${loss.reason}`} loss={loss} />
            ))}
          </ul>
          <Fields fields={stage.fields ?? []} />
        </details>
      ) : null}
    </li>
  );
}

function Fields({ fields }: { readonly fields: readonly Counted[] }) {
  if (fields.length === 0) return null;
  const words = fields.map(({ reason, count: faults }) => `${reason} (${count(faults)})`);
  return <p class="muted">Most frequent invalid fields: {words.join(', ')}</p>;
}

const UNIT_WORDS: Readonly<Record<Loss['of'], readonly [string, string]>> = {
  requests: ['request', 'requests'],
  calls: ['call', 'calls'],
  bids: ['bid', 'bids'],
  impressions: ['impression', 'impressions'],
};

function Reason({ loss }: { readonly loss: Loss }) {
  const { reason, count: times, of, partner } = loss;
  const { what, todo } = lossOf(reason);
  const [one, many] = UNIT_WORDS[of];
  return (
    <li>
      <strong>
        {count(times)} {times === 1 ? one : many}
        {partner === undefined ? '' : ` · ${partner}`} · {what}.
      </strong>{' '}
      <span class="muted">{todo}</span>
    </li>
  );
}
