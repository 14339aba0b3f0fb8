import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import { Time } from '../ui/time.tsx';
import type { CampaignHistory } from './api.ts';
import { Changes } from './changes.tsx';
import { apiPath } from './paths.ts';

const MOST = { changes: 8, characters: 80 };

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
