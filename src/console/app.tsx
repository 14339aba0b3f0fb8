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
import './style/many-campaigns.css';
import './style/accounts.css';
import './style/print.css';
import { render } from 'preact';
import { WithSession } from './session.tsx';
import { Shell } from './shell.tsx';
import { applyTheme, storedTheme } from './theme.ts';

const LOGIN = {
  paths: { session: '/api/session', login: '/login' },
  intro: 'Enter the admin token to open the console.',
  label: 'Admin token',
  hint: (
    <>
      It is <code>admin.token</code> or one of <code>admin.tokens</code> in <code>parley.yaml</code>
      .
    </>
  ),
};

function App() {
  return (
    <WithSession login={LOGIN}>
      {(session, onLogout) => <Shell session={session} onLogout={onLogout} />}
    </WithSession>
  );
}

applyTheme(storedTheme());
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
