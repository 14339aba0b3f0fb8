import {
  BUYER_CALLS_PER_MINUTE,
  type BuyerDefinition,
  type SigningKey,
} from '../../demand/buyer-schema.ts';
import type { Config } from '../../host/config/config.ts';
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

type BuyerSources = {
  readonly config: () => Pick<Config, 'adcp'>;
  /** Of the config and of the store, with the hashes of their tokens. */
  readonly all: () => readonly StoredBuyer[];
};

export type Buyers = ReturnType<typeof createBuyers>;

/** Who may buy. */
export function createBuyers({ config, all }: BuyerSources) {
  // The test controller changes what buyers see. Real ones may have come after the start that looked for them.
  const known = () =>
    all().filter(
      ({ source, definition }) =>
        source === 'config' || definition.sandbox || !config().adcp.testController,
    );
  return {
    find(token: string): Buyer | undefined {
      const hash = keptHash(token);
      const found = known().find(
        ({ state, kept }) => state === 'active' && kept.keys.some((key) => key.hash === hash),
      );
      return found && buyerOf(found.definition);
    },
    all: (): readonly Buyer[] => known().map(({ definition }) => buyerOf(definition)),
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
