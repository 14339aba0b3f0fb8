import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isObject } from '../../../lib/schema-fault.ts';
import { createPasskeyChallenges, type PasskeyParts } from './passkey-challenges.ts';

/** A credential of WebAuthn, as the account of a publisher keeps it. */
export type StoredPasskey = {
  /** What the authenticator calls it, as base64url. */
  readonly id: string;
  /** As base64url. */
  readonly publicKey: string;
};

/** Where the browser is. A passkey works on the host that it was made on, and nowhere else. */
export type PasskeySite = { readonly origin: string; readonly host: string };

export type Passkeys = ReturnType<typeof createPasskeys>;

const NAME = 'Parley';

/** Loaded when somebody first uses a passkey: most machines never need it. */
const library = () => import('@simplewebauthn/server');

/** Makes and checks passkeys. A challenge is answered once. */
export function createPasskeys(parts: PasskeyParts) {
  const challenges = createPasskeyChallenges(parts);
  return {
    /** What the browser of somebody who is logged in needs to make a passkey. */
    async registration(
      { host }: PasskeySite,
      person: { readonly id: string; readonly name: string },
      known: readonly StoredPasskey[],
    ): Promise<PublicKeyCredentialCreationOptionsJSON> {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: NAME,
        rpID: host,
        userName: person.name,
        userID: Buffer.from(person.id),
        challenge: Buffer.from(challenges.make(person.id)),
        attestationType: 'none',
        excludeCredentials: known.map(({ id }) => ({ id })),
        // A person logs in without typing a name, so the authenticator has to know who it is.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },
    /** The passkey that a browser has made; undefined: it is none that was asked for. */
    async register(
      { origin, host }: PasskeySite,
      personId: string,
      answer: unknown,
    ): Promise<StoredPasskey | undefined> {
      const { verifyRegistrationResponse } = await library();
      let challenge = '';
      const verified = await verifyRegistrationResponse({
        response: responseOf(answer) as RegistrationResponseJSON,
        expectedChallenge(given) {
          challenge = textOf(given);
          return challenges.isValid(challenge, personId);
        },
        expectedOrigin: origin,
        expectedRPID: host,
      }).catch(() => undefined);
      if (verified?.registrationInfo === undefined) return undefined;
      const { id, publicKey } = verified.registrationInfo.credential;
      if (!challenges.take(challenge, personId)) return undefined;
      return { id, publicKey: Buffer.from(publicKey).toString('base64url') };
    },
    async loginOptions({ host }: PasskeySite): Promise<PublicKeyCredentialRequestOptionsJSON> {
      const { generateAuthenticationOptions } = await library();
      const challenge = Buffer.from(challenges.make(ANYBODY));
      return generateAuthenticationOptions({
        rpID: host,
        challenge,
        userVerification: 'required',
      });
    },
    /** The passkey that the answer proves, of those that `find` knows by their id. */
    async login<Known extends StoredPasskey>(
      { origin, host }: PasskeySite,
      answer: unknown,
      find: (id: string) => Known | undefined,
    ): Promise<Known | undefined> {
      const { verifyAuthenticationResponse } = await library();
      const response = responseOf(answer) as AuthenticationResponseJSON;
      const known = typeof response.id === 'string' ? find(response.id) : undefined;
      if (known === undefined) return undefined;
      const publicKey = Uint8Array.from(Buffer.from(known.publicKey, 'base64url'));
      let challenge = '';
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge(given) {
          challenge = textOf(given);
          return challenges.isValid(challenge, ANYBODY);
        },
        expectedOrigin: origin,
        expectedRPID: host,
        // Passkeys that several devices share count nothing, so the counter tells nothing.
        credential: { id: known.id, publicKey, counter: 0 },
      }).catch(() => undefined);
      return verified?.verified === true && challenges.take(challenge, known.id)
        ? known
        : undefined;
    },
  };
}

/** Before a login nobody knows who it is. No person has this id. */
const ANYBODY = '';

/** The library reads further members itself, and throws where they are wrong. */
function responseOf(answer: unknown): object & { readonly id?: unknown } {
  return isObject(answer) ? answer : {};
}

function textOf(challenge: string): string {
  return Buffer.from(challenge, 'base64url').toString();
}
