import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { SessionInfo } from '../../host/admin/answers.ts';
import { Failure } from '../empty.tsx';
import { isTyped } from '../leaving.tsx';
import { adoptSession, getJson, type Outcome, send } from './client.ts';

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
};

/**
 * What is drawn for somebody who has logged in, or the login. A session that ends while something is typed takes nothing
 * with it: the page waits, unseen, until the same person has logged in again.
 */
export function WithSession({ login, children }: WithSessionProps) {
  const [session, setSession] = useState<Outcome<SessionInfo>>();
  const [kept, setKept] = useState<SessionInfo>();
  const last = useRef<SessionInfo>(undefined);
  const look = useCallback(async () => {
    const outcome = await getJson<SessionInfo>(login.paths.session);
    const open = openSession(outcome);
    // Set it before any component that calls the API is drawn.
    if (outcome.kind === 'ready') adoptSession(outcome.value.csrfToken, look);
    if (open !== undefined) last.current = open;
    setKept(open === undefined && isTyped() ? last.current : undefined);
    setSession(outcome);
  }, []);
  useEffect(() => {
    look();
  }, [look]);
  const forget = () => {
    last.current = undefined;
    look();
  };

  const open = session && openSession(session);
  const shown = open ?? kept;
  return (
    <>
      {session === undefined ? <p class="opening">Opening …</p> : null}
      {session?.kind === 'failed' ? <Failure reason={session.reason} retry={look} /> : null}
      {session?.kind === 'ready' && open === undefined ? (
        <Login {...login} intro={kept === undefined ? login.intro : ENDED} onDone={look} />
      ) : null}
      {shown === undefined ? null : (
        <div class="session" hidden={open === undefined} key={shown.who}>
          {children(shown, forget)}
        </div>
      )}
    </>
  );
}

const ENDED = 'Your session has ended. What you typed is kept: log in again, and save it.';

function openSession(outcome: Outcome<SessionInfo>): SessionInfo | undefined {
  return outcome.kind === 'ready' && outcome.value.access !== 'login' ? outcome.value : undefined;
}

function Login(props: LoginPage & { readonly onDone: () => void }) {
  const { intro, label, hint, paths, onDone } = props;
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
        <p class="muted">{hint}</p>
      </form>
    </main>
  );
}
