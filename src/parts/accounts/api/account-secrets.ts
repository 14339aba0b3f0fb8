import type { BuyerDefinition } from '../../../demand/buyer-schema.ts';
import {
  withInvitation,
  withKey,
  withoutInvitation,
  withoutKey,
  withoutPerson,
} from '../../../store/account-access.ts';
import { makeSecret } from '../../../store/account-secret.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import type { PublisherDefinition, StoredAccount } from '../../../store/stored-account.ts';
import type { BuyersApi } from '../../buyers/api/buyers-api.ts';
import type { ChangeCall } from '../../campaigns/api/store-api.ts';
import type { KindAnswers } from './account-kinds.ts';
import type { AccountsApi, MadeSecret } from './accounts-api.ts';

const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

type KeptParts = ReturnType<typeof makeSecret>['kept'];

/** A secret is told once: also where it is stored and the workers do not know it yet, since nobody could use it otherwise. */
export function storedBy<Definition>(
  result: StoredAccount<Definition> | RefusedChange<StoredAccount<Definition>>,
) {
  return 'kind' in result && result.kind === 'not-served' ? result.stored : result;
}

/** What makes the secrets of one kind of account, and takes them back one by one. */
function secretsOf<Definition>(
  { change }: Pick<KindAnswers<Definition>, 'change'>,
  nowMs: () => number,
) {
  type Holder = StoredAccount<Definition>;
  type ChangedHolder = ReturnType<typeof withKey>;
  return {
    /** Makes a secret that the account keeps by `keep`. */
    async make(
      id: string,
      what: 'key' | 'invitation' | 'buyer',
      { author, revision }: ChangeCall,
      keep: (one: Holder, kept: KeptParts, untilMs: number) => ChangedHolder,
    ): MadeSecret<Definition> {
      const { secret, kept } = makeSecret(what, nowMs(), author.who);
      const untilMs = nowMs() + INVITATION_MS;
      const action = what === 'buyer' ? 'token' : what;
      const result = await change(id, (store) =>
        store.setAccess({ id, revision }, action, author, (one) => keep(one, kept, untilMs)),
      );
      const account = storedBy(result);
      return 'kind' in account ? account : { account, secret, untilMs };
    },
    revoke: (
      id: string,
      what: string,
      { author, revision }: ChangeCall,
      next: (one: Holder) => ChangedHolder,
    ) =>
      change(id, (store) =>
        store.setAccess({ id, revision }, `revoke ${what}`, author, (one) => next(one)),
      ),
  };
}

/** Keys, invitations and people of publishers. */
export function publisherAccess(
  publishers: Pick<KindAnswers<PublisherDefinition>, 'change'>,
  nowMs: () => number,
): Pick<AccountsApi['publishers'], 'makeKey' | 'invite' | 'revoke'> {
  const { make, revoke } = secretsOf(publishers, nowMs);
  return {
    makeKey: (id, call) => make(id, 'key', call, (one, kept) => withKey(one, kept, 'keys')),
    invite: (id, call) =>
      make(id, 'invitation', call, (one, kept, untilMs) =>
        withInvitation(one, { ...kept, untilMs }),
      ),
    revoke: (id, what, secret, call) => revoke(id, what, call, (one) => REVOKED[what](one, secret)),
  };
}

const REVOKED = { key: withoutKey, invitation: withoutInvitation, person: withoutPerson } as const;

/** Tokens of buyers: the keys of their programs. */
export function buyerAccess(
  buyers: Pick<KindAnswers<BuyerDefinition>, 'change'>,
  nowMs: () => number,
): Pick<BuyersApi['buyers'], 'makeToken' | 'revokeToken'> {
  const { make, revoke } = secretsOf(buyers, nowMs);
  return {
    makeToken: (id, call) => make(id, 'buyer', call, (one, kept) => withKey(one, kept, 'tokens')),
    revokeToken: (id, token, call) => revoke(id, 'token', call, (one) => withoutKey(one, token)),
  };
}
