import { render } from 'preact';
import { useState } from 'preact/hooks';
import { WithSession } from '../../../ui/shell/session.tsx';
import { applyTheme, storedTheme } from '../../../ui/shell/theme.ts';
import { AcceptInvitation } from './accept.tsx';
import { SESSION_PATHS, VIEWED_BY } from './paths.ts';
import { PortalShell } from './shell.tsx';

const LOGIN = {
  paths: SESSION_PATHS,
  intro:
    VIEWED_BY === 'operator'
      ? 'Enter the admin token to see the pages of this publisher.'
      : 'Enter your token to open the pages of your publisher.',
  label: VIEWED_BY === 'operator' ? 'Admin token' : 'Your token',
  hint:
    VIEWED_BY === 'operator'
      ? 'It is the token of the console.'
      : 'You got it when you accepted the invitation. Whoever has lost it asks the exchange for another invitation.',
};

const INVITATION = /^#invitation=(.+)$/;

/** The secret of the link. It leaves the address at once, so that nobody reads or shares it there. */
function takeInvitation(): string | undefined {
  const invitation = INVITATION.exec(location.hash)?.[1];
  if (invitation !== undefined) history.replaceState(null, '', location.pathname);
  return invitation;
}

const FIRST_INVITATION = takeInvitation();

function App() {
  const [invitation, setInvitation] = useState(FIRST_INVITATION);
  if (invitation !== undefined) {
    return <AcceptInvitation invitation={invitation} onDone={() => setInvitation(undefined)} />;
  }
  return (
    <WithSession login={LOGIN}>
      {(session, onLogout) => <PortalShell session={session} onLogout={onLogout} />}
    </WithSession>
  );
}

applyTheme(storedTheme());
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
