import type { Difference } from '../../lib/differences.ts';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import { Time } from '../ui/time.tsx';
import type { CampaignDocument, CampaignHistory } from './api.ts';
import { apiPath } from './paths.ts';

/** What of the campaign is not approved and does not serve, while an earlier version is (ruling 73). */
export function Pending({ document }: { readonly document: CampaignDocument }) {
  if (document.pending.length === 0) return null;
  return (
    <section class="note" aria-label="Change that is not approved">
      <p>{pendingSentence(document)}</p>
      <Changes changes={document.pending} />
    </section>
  );
}

/** What serves, and what becomes of the change that does not. */
export function pendingSentence({
  state,
  reviews,
}: Pick<CampaignDocument, 'state' | 'reviews'>): string {
  const serving =
    state === 'active'
      ? 'The approved version is serving'
      : 'Only the approved version serves when the campaign runs';
  if (reviews.some((review) => review.state === 'waiting')) {
    return `${serving}; the change waits for approval.`;
  }
  const rejected = reviews.filter((review) => review.state === 'rejected');
  const reasons = rejected.map(({ creative, reason }) => `${creative}: ${reason}`).join('; ');
  return `${serving}; the change was rejected (${reasons}).`;
}

const MOST = { changes: 8, characters: 80 };

/** Who changed what and when. */
export function History({ document }: { readonly document: CampaignDocument }) {
  const { partner, campaign, revision } = document;
  const path = `${apiPath(partner, campaign.id)}/history?now=${revision}`;
  const resource = useResource<CampaignHistory>(path);
  return (
    <section class="panel" aria-labelledby="history">
      <h2 id="history">History</h2>
      <Loaded resource={resource}>
        {({ rows }) => (
          <ol class="history">
            {rows.map(({ id, atMs, who, action, changes }) => (
              <li key={id}>
                <span class="muted">
                  <Time iso={new Date(atMs).toISOString()} />
                </span>{' '}
                <strong>{who}</strong> {ACTIONS[action] ?? action}
                {changes.some(({ field }) => field === '') ? null : (
                  <Changes changes={changes} most={MOST} />
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}

const ACTIONS: Readonly<Record<string, string>> = {
  create: 'created it',
  change: 'changed it',
  state: 'changed its state',
  review: 'reviewed a creative',
  import: 'imported it',
  delete: 'deleted it',
};

type ChangesProps = {
  readonly changes: readonly Difference[];
  /** How much of them is shown. undefined: all, as somebody needs who is to approve them. */
  readonly most?: { readonly changes: number; readonly characters: number };
};

/** Which fields changed, from what to what. */
function Changes({ changes, most }: ChangesProps) {
  const shown = changes.slice(0, most?.changes);
  const words = (value: unknown) => wordsOf(value, most?.characters);
  return (
    <ul class="muted">
      {shown.map(({ field, from, to }) => (
        <li key={field}>
          {field}: {words(from)} → {words(to)}
        </li>
      ))}
      {changes.length > shown.length ? <li>and {changes.length - shown.length} more</li> : null}
    </ul>
  );
}

function wordsOf(value: unknown, lengthMax = Number.POSITIVE_INFINITY): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > lengthMax ? `${text.slice(0, lengthMax)} …` : text;
}
