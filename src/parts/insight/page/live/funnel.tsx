import { FunnelSteps } from '../../../../ui/figures.tsx';
import { count } from '../../../../ui/format.ts';
import { PageLink } from '../../../../ui/page-link.tsx';
import { lossOf } from '../../../../ui/shell/words.ts';
import type { FunnelStage, FunnelStageName, Loss } from '../../funnel.ts';

const STAGE_WORDS: Readonly<Record<FunnelStageName, string>> = {
  received: 'Received',
  valid: 'Valid',
  asked: 'Asked partners',
  answered: 'Got an answer',
  bid: 'Got a bid',
  fit: 'Had a valid bid',
  won: 'Got an ad',
  billed: 'Billed',
};

/** Requests by stage. Each loss expands to its reasons. */
export function Funnel({ stages }: { readonly stages: readonly FunnelStage[] }) {
  return (
    <section class="panel" aria-label="Funnel">
      <h2>
        From request to money <span class="muted">last 15 minutes</span>
      </h2>
      {stages[0]?.count === 0 ? (
        <p class="muted">
          No request has arrived. <PageLink href="#/try">Try it</PageLink>.
        </p>
      ) : null}
      <FunnelSteps
        steps={stages.map((stage) => ({
          name: STAGE_WORDS[stage.stage],
          reached: stage.count,
          lost: <Losses stage={stage} />,
        }))}
      />
    </section>
  );
}

function Losses({ stage: { lost, losses, fields = [] } }: { readonly stage: FunnelStage }) {
  if (lost === 0 || losses.length === 0) return null;
  const invalid = fields.map(({ reason, count: faults }) => `${reason} (${count(faults)})`);
  return (
    <details>
      <summary>{count(lost)} lost before this: why</summary>
      <ul class="losses">
        {losses.map((loss) => (
          <Reason key={`${loss.partner} ${loss.reason}`} loss={loss} />
        ))}
      </ul>
      {invalid.length === 0 ? null : (
        <p class="muted">Most frequent invalid fields: {invalid.join(', ')}</p>
      )}
    </details>
  );
}

function Reason({ loss }: { readonly loss: Loss }) {
  const { reason, count: times, of, partner } = loss;
  const { what, todo } = lossOf(reason);
  return (
    <li>
      <strong>
        {count(times)} {times === 1 ? of.slice(0, -1) : of}
        {partner === undefined ? '' : ` · ${partner}`} · {what}.
      </strong>{' '}
      <span class="muted">{todo}</span>
    </li>
  );
}
