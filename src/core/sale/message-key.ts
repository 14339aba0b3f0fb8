import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
} from 'node:crypto';

/** PKCS #8 of an Ed25519 key, before its 32 bytes. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The keys that sign messages to AI buyers (RFC 9421): one follows from each secret of the notices, so that all machines
 * have the same ones and nothing is stored. The first one signs.
 */
export function createMessageKeys(secrets: readonly string[]) {
  const keys = secrets.map(keyOf);
  const [first] = keys;
  if (first === undefined) throw new Error('expected at least one secret, but got none');
  return {
    kid: first.kid,
    sign: (text: string) => sign(null, Buffer.from(text), first.privateKey),
    /** What buyers verify with (RFC 7517), those of earlier secrets too. */
    jwks: { keys: keys.map(({ jwk }) => jwk) },
  };
}

function keyOf(secret: string) {
  const seed = createHmac('sha256', secret).update('parley messages to buyers').digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(privateKey as KeyObject).export({ format: 'jwk' });
  const kid = thumbprint(x);
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid,
    alg: 'EdDSA',
    use: 'sig',
    key_ops: ['verify'],
    adcp_use: 'webhook-signing',
  };
  return { kid, privateKey, jwk };
}

/** RFC 7638: the members in this order, without spaces. */
function thumbprint(x: string): string {
  return createHash('sha256')
    .update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
    .digest('base64url');
}
