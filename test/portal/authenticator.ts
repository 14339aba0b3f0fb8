import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** An authenticator in software: makes one passkey on one host, and logs in with it. */
export function createAuthenticator(origin: string, id = 'a credential') {
  const host = new URL(origin).hostname;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = Buffer.from(id);

  /** User present and verified; `more` says what else the data has. */
  const dataOf = (more: number, ...parts: readonly Uint8Array[]) =>
    Buffer.concat([sha256(host), Buffer.from([0x05 | more, 0, 0, 0, 0]), ...parts]);
  const clientDataOf = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const common = {
    id: credentialId.toString('base64url'),
    rawId: credentialId.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  };

  return {
    id: common.id,
    /** The answer to the options of a registration. */
    make({ challenge }: { readonly challenge: string }) {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytesOf(x)],
        [-3, bytesOf(y)],
      ]);
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff]);
      const keyBytes = isoCBOR.encode(key);
      const authData = dataOf(0x40, Buffer.alloc(16), length, credentialId, keyBytes);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: clientDataOf('webauthn.create', challenge).toString('base64url'),
          attestationObject: Buffer.from(
            isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
          ).toString('base64url'),
        },
      };
    },
    /** The answer to the options of a login. */
    prove({ challenge }: { readonly challenge: string }) {
      const authenticatorData = dataOf(0);
      const clientData = clientDataOf('webauthn.get', challenge);
      const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
      return {
        ...common,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
