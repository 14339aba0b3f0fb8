import { useState } from 'preact/hooks';
import { Failure } from '../../../ui/empty.tsx';
import { send } from '../../../ui/shell/client.ts';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { SESSION_PATHS } from './api.ts';

/** The only answer that has the token. */
type Accepted = { readonly publisher: string; readonly token: string };

type AcceptProps = { readonly invitation: string; readonly onDone: () => void };

/** The server has a bound of its own. */
const NAME_LENGTH_MAX = 100;

/** Whoever opens the link of an invitation gets a login for it, once. */
export function AcceptInvitation({ invitation, onDone }: AcceptProps) {
  const [name, setName] = useState('');
  const [accepted, setAccepted] = useState<Accepted>();
  const { isBusy, failure, run } = useAction();
  const accept = (event: Event) => {
    event.preventDefault();
    return run(send<Accepted>('/portal/accept', JSON.stringify({ invitation, name })), setAccepted);
  };
  if (accepted !== undefined) {
    const { publisher, token } = accepted;
    const login = () => run(send(SESSION_PATHS.login, JSON.stringify({ token })), onDone);
    return (
      <main class="login">
        <div class="login-card">
          <h1>You are in</h1>
          <p>
            You now see the pages of <strong>{publisher}</strong>.
          </p>
          <ShownOnce label="Your token" text={token}>
            It is your login from now on, and is not shown again: keep it in your password manager.
          </ShownOnce>
          <Failure reason={failure} />
          <button type="button" class="primary" disabled={isBusy} onClick={login}>
            I have kept it: open the pages
          </button>
        </div>
      </main>
    );
  }
  return (
    <main class="login">
      <form onSubmit={accept}>
        <h1>Welcome to Parley</h1>
        <p class="muted">You were invited to the pages of a publisher. The link works once.</p>
        <label for="name">Your name</label>
        <input
          id="name"
          autocomplete="name"
          required
          maxLength={NAME_LENGTH_MAX}
          value={name}
          aria-describedby="name-hint"
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <p class="muted" id="name-hint">
          Others see it beside what you change.
        </p>
        <Failure reason={failure} />
        <button type="submit" class="primary" disabled={isBusy}>
          Accept the invitation
        </button>
      </form>
    </main>
  );
}
