import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { SessionInfo } from './api.ts';
import { adoptSession, getJson, type Outcome, send } from './client.ts';
import { Failure } from './ui/empty.tsx';

type WithSessionProps = {
  /** Where people log in, and what it says there. */
  readonly login: LoginPage;
  readonly children: (session: SessionInfo, onLogout: () => void) => ComponentChildren;
};

type LoginPage = {
  readonly paths: { readonly session: string; readonly login: string };
  readonly intro: string;
  readonly label: string;
  readonly hint: ComponentChildren;
  /** Another way in, beside the token. */
  readonly other?: (onDone: () => void) => ComponentChildren;
};

/** What is drawn for somebody who has logged in, or the login. */
export function WithSession({ login, children }: WithSessionProps) {
  const [session, setSession] = useState<Outcome<SessionInfo>>();
  const look = useCallback(async () => {
    const outcome = await getJson<SessionInfo>(login.paths.session);
    // Set it before any component that calls the API is drawn.
    if (outcome.kind === 'ready') adoptSession(outcome.value.csrfToken, look);
    setSession(outcome);
  }, []);
  useEffect(() => {
    look();
  }, [look]);

  if (session === undefined) return <p class="opening">Opening …</p>;
  if (session.kind === 'failed') return <Failure reason={session.reason} retry={look} />;
  if (session.value.access === 'login') return <Login {...login} onDone={look} />;
  return <>{children(session.value, look)}</>;
}

function Login(props: LoginPage & { readonly onDone: () => void }) {
  const { intro, label, hint, other, paths, onDone } = props;
  const [token, setToken] = useState('');
  const [reason, setReason] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: Event) => {
    event.preventDefault();
    setIsBusy(true);
    const outcome = await send(paths.login, JSON.stringify({ token }));
    setIsBusy(false);
    if (outcome.kind === 'ready') return onDone();
    setToken('');
    setReason(outcome.reason);
  };

  return (
    <main class="login">
      <form onSubmit={submit}>
        <h1>Parley</h1>
        <p class="muted">{intro}</p>
        <label for="token">{label}</label>
        <input
          id="token"
          type="password"
          autocomplete="current-password"
          required
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <Failure reason={reason} />
        <button type="submit" class="primary" disabled={isBusy}>
          Log in
        </button>
        {other?.(onDone)}
        <p class="muted">{hint}</p>
      </form>
    </main>
  );
}
