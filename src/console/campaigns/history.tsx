import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import { Time } from '../ui/time.tsx';
import type { CampaignHistory } from './api.ts';
import { apiPath } from './paths.ts';

const CHANGES_SHOWN_MAX = 8;

export function History(props: {
  readonly partner: string;
  readonly campaign: string;
  readonly revision: number;
}) {
  const path = apiPath(props.partner, props.campaign);
  const resource = useResource<CampaignHistory>(`${path}/history?now=${props.revision}`);
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
                  <ul class="muted">
                    {changes.slice(0, CHANGES_SHOWN_MAX).map(({ field, from, to }) => (
                      <li key={field}>
                        {field}: {shown(from)} → {shown(to)}
                      </li>
                    ))}
                    {changes.length > CHANGES_SHOWN_MAX ? (
                      <li>and {changes.length - CHANGES_SHOWN_MAX} more</li>
                    ) : null}
                  </ul>
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

const SHOWN_LENGTH_MAX = 80;

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)} …` : text;
}
