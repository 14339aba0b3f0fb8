import type { FunnelStage, FunnelStageName } from '../api.ts';
import { count, share } from '../ui/format.ts';
import { lossOf } from './loss-words.ts';

const STAGE_WORDS: Readonly<Record<FunnelStageName, string>> = {
  received: 'Received',
  valid: 'Valid',
  asked: 'Asked partners',
  answered: 'Got an answer',
  bid: 'Got a bid',
  fit: 'Had one that fits',
  won: 'Won',
  billed: 'Billed',
};

/** How far requests come; what is lost at a step opens its reasons. */
export function Funnel({ stages }: { readonly stages: readonly FunnelStage[] }) {
  const most = Math.max(...stages.map((stage) => stage.count), 1);
  return (
    <section class="panel" aria-label="Funnel">
      <h2>
        From request to money <span class="muted">last 15 minutes</span>
      </h2>
      <ol class="funnel">
        {stages.map((stage, index) => (
          <Stage key={stage.stage} stage={stage} most={most} before={stages[index - 1]} />
        ))}
      </ol>
    </section>
  );
}

type StageProps = {
  readonly stage: FunnelStage;
  readonly most: number;
  readonly before: FunnelStage | undefined;
};

function Stage({ stage, most, before }: StageProps) {
  const lost = before === undefined ? 0 : before.count - stage.count;
  return (
    <li>
      <div class="funnel-row">
        <span>{STAGE_WORDS[stage.stage]}</span>
        <span class="funnel-track">
          <span class="funnel-fill" style={{ width: `${(stage.count / most) * 100}%` }} />
        </span>
        <span class="number">{count(stage.count)}</span>
        <span class="number muted">
          {before === undefined ? '' : share(stage.count, before.count)}
        </span>
      </div>
      {lost > 0 && stage.losses.length > 0 ? (
        <details>
          <summary>{count(lost)} lost before this: why</summary>
          <ul class="losses">
            {stage.losses.map(({ reason, count: times }) => {
              const { what, todo } = lossOf(reason);
              return (
                <li key={reason}>
                  <strong>
                    {count(times)} · {what}.
                  </strong>{' '}
                  <span class="muted">{todo}</span>
                </li>
              );
            })}
          </ul>
        </details>
      ) : null}
    </li>
  );
}
