import { useState } from 'preact/hooks';
import { post } from './client.ts';
import { Failure } from './ui/empty.tsx';

export function Login({ onDone }: { readonly onDone: () => void }) {
  const [token, setToken] = useState('');
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: Event) => {
    event.preventDefault();
    setIsBusy(true);
    const outcome = await post('/login', JSON.stringify({ token }));
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
        {reason === '' ? null : <Failure reason={reason} />}
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
