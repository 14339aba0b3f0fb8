import { hashSecret, isSameHash } from '../../lib/same-secret.ts';

/** `read` looks, `ads` changes campaigns too, `admin` does everything. */
export type Role = 'admin' | 'ads' | 'read';

/** Who somebody is, by the token that was shown. The audit log has the name. */
export type Identity = { readonly who: string; readonly role: Role };

export type KnownToken = { readonly name: string; readonly token: string; readonly role: Role };

const RANKS: Readonly<Record<Role, number>> = { read: 0, ads: 1, admin: 2 };

export function mayAct(role: Role, needed: Role): boolean {
  return RANKS[role] >= RANKS[needed];
}

export type IdentityOf = (given: string) => Identity | undefined;

/** Compares with all of them, so that the time does not tell which one was right. */
export function createIdentityOf(tokens: readonly KnownToken[]): IdentityOf {
  const known = tokens.map(({ name, role, token }) => ({
    identity: { who: name, role },
    hash: hashSecret(token),
  }));
  return (given) => {
    const hash = hashSecret(given);
    const [found] = known.filter((one) => isSameHash(hash, one.hash));
    return found?.identity;
  };
}
