import { Failure } from '../../../ui/empty.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { send } from '../../../ui/shell/client.ts';
import { useAction } from '../../../ui/use-action.ts';
import type { PortalPasskeys } from './api.ts';
import { hasPasskeys, logInWithPasskey, makePasskey } from './passkey.ts';
import { portalPath } from './paths.ts';

/** The passkeys of whoever looks, with which they log in instead of their token. */
export function Passkeys() {
  const resource = useResource<PortalPasskeys>(portalPath('passkeys'));
  return (
    <section>
      <h2>Your passkeys</h2>
      <p class="muted">
        With a passkey you log in by your finger, your face or the code of your device, instead of
        your token.
      </p>
      <Loaded resource={resource}>
        {({ rows }) => <PasskeyList rows={rows} reload={resource.reload} />}
      </Loaded>
    </section>
  );
}

type PasskeyListProps = PortalPasskeys & { readonly reload: () => void };

function PasskeyList({ rows, reload }: PasskeyListProps) {
  const { isBusy, failure, run } = useAction();
  const path = portalPath('passkeys');
  const remove = (id: string) =>
    run(send(`${path}/${encodeURIComponent(id)}`, '', {}, { method: 'DELETE' }), reload);
  return (
    <>
      {rows.length > 0 && (
        <ul>
          {rows.map(({ id, madeAt }) => (
            <li key={id}>
              Made on {madeAt.slice(0, 10)}{' '}
              <button type="button" disabled={isBusy} onClick={() => remove(id)}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <Failure reason={failure} />
      {hasPasskeys() ? (
        <button type="button" disabled={isBusy} onClick={() => run(makePasskey(path), reload)}>
          Make a passkey
        </button>
      ) : (
        <p class="muted">
          This browser makes no passkeys here: they need a name of a host, and https unless it is
          localhost.
        </p>
      )}
    </>
  );
}

export function PasskeyLogin({ onDone }: { readonly onDone: () => void }) {
  const { isBusy, failure, run } = useAction();
  if (!hasPasskeys()) return null;
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => run(logInWithPasskey(), onDone)}>
        Log in with a passkey
      </button>
      <Failure reason={failure} />
    </>
  );
}
