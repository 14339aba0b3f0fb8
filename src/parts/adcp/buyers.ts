import {
  BUYER_CALLS_PER_MINUTE,
  type BuyerDefinition,
  type SigningKey,
} from '../../demand/buyer-schema.ts';
import type { Config } from '../../host/config/config.ts';
import { isSameSecret } from '../../lib/same-secret.ts';
import { isSecretOf, keptHash } from '../../store/account-secret.ts';
import type { StoredBuyer } from '../../store/stored-account.ts';

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
  /** Those of the store, by key. */
  readonly stored: () => ReadonlyMap<string, StoredBuyer>;
};

export type Buyers = ReturnType<typeof createBuyers>;

/** The buyers of the config and of the store. Where both have one of an id, that of the config counts. */
export function createBuyers({ config, stored }: BuyerSources) {
  const ofConfig = () => config().adcp.buyers;
  const isOfConfig = (id: string) => ofConfig().some((one) => one.id === id);
  // The test controller changes what buyers see. Real ones may have come after the start that looked for them.
  const isServed = ({ sandbox = false }: BuyerDefinition) =>
    sandbox || !config().adcp.testController;
  const known = () =>
    [...stored().values()].filter(
      ({ id, state, definition }) => state !== 'deleted' && !isOfConfig(id) && isServed(definition),
    );
  return {
    find(token: string): Buyer | undefined {
      // Each is compared: the time tells nobody which one is nearly right.
      const named = ofConfig().filter((one) => isSameSecret(one.token, token));
      if (named[0] !== undefined) return buyerOf(named[0]);
      if (!isSecretOf('buyer', token)) return undefined;
      const hash = keptHash(token);
      const found = known().find(
        ({ state, access }) => state === 'active' && access.keys.some((key) => key.hash === hash),
      );
      return found && buyerOf(found.definition);
    },
    all: (): readonly Buyer[] => [
      ...ofConfig().map(buyerOf),
      ...known().map(({ definition }) => buyerOf(definition)),
    ],
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
