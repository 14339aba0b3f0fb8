import { type Outcome, send } from '../../../ui/shell/client.ts';

/** Where the browser has no passkeys: not on an address without a name, nor without https, nor in old browsers. */
export function hasPasskeys(): boolean {
  return (
    window.isSecureContext &&
    !/^[\d.]+$|:/.test(location.hostname) &&
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}

/** Asks for options, lets the browser answer them, and sends the answer. */
async function exchange<T, Options>(
  paths: { readonly options: string; readonly answer: string },
  answerTo: (options: Options) => Promise<Credential | null>,
): Promise<Outcome<T>> {
  const options = await send<Options>(paths.options, '{}');
  if (options.kind === 'failed') return options;
  const credential = await answerTo(options.value).catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) return NOTHING_CHOSEN;
  return send<T>(paths.answer, JSON.stringify(credential.toJSON()));
}

const NOTHING_CHOSEN = {
  kind: 'failed',
  status: 0,
  reason: 'No passkey was chosen.',
  faults: [],
} as const;

export const logInWithPasskey = () =>
  exchange<unknown, PublicKeyCredentialRequestOptionsJSON>(
    { options: '/portal/passkey/options', answer: '/portal/passkey' },
    (options) =>
      navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      }),
  );

export const makePasskey = <T>(path: string) =>
  exchange<T, PublicKeyCredentialCreationOptionsJSON>(
    { options: `${path}/options`, answer: path },
    (options) =>
      navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
      }),
  );
