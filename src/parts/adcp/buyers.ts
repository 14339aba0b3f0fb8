import {
  BUYER_CALLS_PER_MINUTE,
  type BuyerDefinition,
  type SigningKey,
} from '../../demand/buyer-schema.ts';
import type { Author } from '../../lib/op.ts';
import type { StoredBuyer } from '../../store/account-kinds.ts';
import { keptHash } from '../../store/account-secret.ts';

/** A program that buys, by its token. */
export type Buyer = {
  readonly id: string;
  readonly name: string;
  /** All its accounts are of the sandbox, whatever it declares. */
  readonly isSandbox: boolean;
  /** In USD, of all its buys on a day of UTC. undefined: their own budgets alone limit them. */
  readonly dailyCapUsd: number | undefined;
  readonly callsPerMinute: number;
  /** Public keys on file. None: its requests are known by the token alone. */
  readonly signingKeys: readonly SigningKey[];
  /** Changes without a signature are refused. */
  readonly isSignatureRequired: boolean;
};

/** Who the history names for a change that an agent has made: the buyer whose token it showed. */
export const authorOf = ({ id }: Pick<Buyer, 'id'>): Author => ({ who: id, role: 'buyer' });

export type Buyers = ReturnType<typeof createBuyers>;

/** Who may buy: `stored` are those of the config and of the store, with the hashes of their tokens. */
export function createBuyers(stored: () => readonly StoredBuyer[]) {
  return {
    find(token: string): Buyer | undefined {
      const hash = keptHash(token);
      const found = stored().find(
        ({ state, kept }) => state === 'active' && kept.keys.some((key) => key.hash === hash),
      );
      return found && buyerOf(found.definition);
    },
    all: (): readonly Buyer[] => stored().map(({ definition }) => buyerOf(definition)),
  };
}

function buyerOf(definition: BuyerDefinition): Buyer {
  const { id, name, sandbox = false, dailyCap, callsPerMinute } = definition;
  const { signingKeys = [], requireSignature = false } = definition;
  return {
    id,
    name,
    isSandbox: sandbox,
    dailyCapUsd: dailyCap,
    callsPerMinute: callsPerMinute ?? BUYER_CALLS_PER_MINUTE,
    signingKeys,
    isSignatureRequired: requireSignature,
  };
}
