import 'uplot/dist/uPlot.min.css';
import './style/base.css';
import './style/shell.css';
import './style/parts.css';
import './style/auctions.css';
import './style/playground.css';
import './style/chat.css';
import './style/figures.css';
import './style/reports.css';
import './style/campaigns.css';
import { render } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { SessionInfo } from './api.ts';
import { adoptSession, getJson, type Outcome, send } from './client.ts';
import { Shell } from './shell.tsx';
import { applyTheme, storedTheme } from './theme.ts';
import { Failure } from './ui/empty.tsx';

function App() {
  const [session, setSession] = useState<Outcome<SessionInfo>>();
  const look = useCallback(async () => {
    const outcome = await getJson<SessionInfo>('/api/session');
    // Set it before any component that calls the API is drawn.
    if (outcome.kind === 'ready') adoptSession(outcome.value.csrfToken, look);
    setSession(outcome);
  }, []);
  useEffect(() => {
    look();
  }, [look]);

  if (session === undefined) return <p class="opening">Opening …</p>;
  if (session.kind === 'failed') return <Failure reason={session.reason} retry={look} />;
  if (session.value.access === 'login') return <Login onDone={look} />;
  return <Shell session={session.value} onLogout={look} />;
}

function Login({ onDone }: { readonly onDone: () => void }) {
  const [token, setToken] = useState('');
  const [reason, setReason] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: Event) => {
    event.preventDefault();
    setIsBusy(true);
    const outcome = await send('/login', JSON.stringify({ token }));
    setIsBusy(false);
    if (outcome.kind === 'ready') return onDone();
    setToken('');
    setReason(outcome.reason);
  };

  return (
    <main class="login">
      <form onSubmit={submit}>
        <h1>Parley</h1>
        <p class="muted">Enter the admin token to open the console.</p>
        <label for="token">Admin token</label>
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
        <p class="muted">
          It is <code>admin.token</code> or one of <code>admin.tokens</code> in{' '}
          <code>parley.yaml</code>.
        </p>
      </form>
    </main>
  );
}

applyTheme(storedTheme());
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
