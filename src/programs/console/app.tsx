import '../../ui/style/base.css';
import '../../ui/style/shell.css';
import '../../ui/style/parts.css';
import '../../ui/style/auctions.css';
import '../../ui/style/playground.css';
import '../../ui/style/figures.css';
import '../../ui/style/reports.css';
import '../../ui/style/campaigns.css';
import '../../ui/style/many-campaigns.css';
import '../../ui/style/accounts.css';
import '../../ui/style/print.css';
// What several pages have in common is a part of the first file: the bundler would cut it into dozens of small ones.
import '../../core/sale/fact.ts';
import '../../ui/ad-preview.tsx';
import '../../ui/calls.ts';
import '../../ui/feedback.tsx';
import '../../ui/figures.tsx';
import '../../ui/keys.tsx';
import '../../ui/page-link.tsx';
import '../../ui/plot.tsx';
import '../../ui/record-pages.tsx';
import '../../ui/shared-request.ts';
import '../../ui/shell/words.ts';
import '../../ui/standing.tsx';
import '../../ui/use-checked.ts';
import { render } from 'preact';
import { WithSession } from '../../ui/shell/session.tsx';
import { applyTheme, storedTheme } from '../../ui/shell/theme.ts';
import { Shell } from './shell.tsx';

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
