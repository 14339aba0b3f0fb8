import type { Difference } from '../../lib/differences.ts';
import type { AccountHistory } from '../accounts/api.ts';
import { Loaded, useResource } from './loaded.tsx';
import { Time } from './zone.tsx';

const MOST = { changes: 8, characters: 80 };

/** Who changed what and when, by the audit log. */
export function History({ path }: { readonly path: string }) {
  const resource = useResource<AccountHistory>(path);
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
  undo: 'took back the last change',
  delete: 'deleted it',
  key: 'made a key',
  'revoke key': 'revoked a key',
  invitation: 'made an invitation',
  'revoke invitation': 'revoked an invitation',
  accept: 'accepted an invitation',
  'revoke person': 'removed a person',
};

type ChangesProps = {
  readonly changes: readonly Difference[];
  /** How much of them is shown. undefined: all, as somebody needs who is to approve them. */
  readonly most?: { readonly changes: number; readonly characters: number };
};

/** Which fields changed, from what to what. */
export function Changes({ changes, most }: ChangesProps) {
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
