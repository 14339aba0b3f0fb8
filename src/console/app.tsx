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
import { adoptSession, getJson, type Outcome } from './client.ts';
import { Login } from './login.tsx';
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

applyTheme(storedTheme());
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
