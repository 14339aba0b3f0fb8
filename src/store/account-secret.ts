import { randomBytes } from 'node:crypto';
import { hashSecret } from '../lib/hmac.ts';

const PREFIXES = {
  key: 'prl_key_',
  invitation: 'prl_inv_',
  person: 'prl_person_',
  report: 'prl_report_',
  buyer: 'prl_buyer_',
} as const;

type SecretKind = keyof typeof PREFIXES;

const SECRET_BYTES = 32;
const ID_BYTES = 6;

/** What opens something, which is told once, and what is kept of it. */
export function makeSecret(kind: SecretKind, madeMs: number, madeBy: string) {
  const secret = `${PREFIXES[kind]}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const id = randomBytes(ID_BYTES).toString('hex');
  return { secret, kept: { id, hash: keptHash(secret), madeMs, madeBy } };
}

/** As accounts have it. */
export function keptHash(secret: string): string {
  return Buffer.from(hashSecret(secret)).toString('base64url');
}

export function isSecretOf(kind: SecretKind, text: string): boolean {
  return text.startsWith(PREFIXES[kind]);
}
