import type { PublisherRules } from '../../core/auction/rules.ts';
import { INVITED, PAUSED, type PublisherAccess } from '../../core/exchange/authorize.ts';
import type { Formats } from '../../core/openrtb/formats.ts';
import { type NamedPlacements, NO_PLACEMENTS } from '../../core/sale/dimensions.ts';
import { WHOLE_SHARE } from '../../core/sale/fact.ts';
import { hashSecret } from '../../lib/hmac.ts';
import { shortened } from '../../lib/shortened.ts';
import type { AccountState, PublisherDefinition } from '../../store/account-kinds.ts';
import type { PublisherLine } from '../../store/feed/feed.ts';
import type { Config } from '../config/config.ts';
import type { SellerPublisher } from '../http/documents.ts';
import { assembleRules, unlistedRules } from './assemble.ts';
import type { FeedNews } from './feed-news.ts';

/**
 * The publishers of the config and of the store, as one worker serves them. What a request needs is kept by the id, so that
 * each answer is one look into a map. A change replaces what is kept of one publisher.
 */
export function createPublisherBook(
  { publishers, access: mode }: Pick<Config, 'publishers' | 'access'>,
  formats: Formats,
) {
  const rules = new Map<string, PublisherRules>();
  const access = new Map<string, PublisherAccess>();
  const perSecond = new Map<string, number>();
  /** By the id as sales have it; those that get all of it have none. */
  const shares = new Map<string, number>();
  const placements = new Map<string, NamedPlacements>();
  const sellers = new Map<string, SellerPublisher>();
  /** Why each publisher is held; '': it is served. */
  const held = new Map<string, string>();
  /** Of one that nobody has told of. */
  const unheard = mode === 'verified' ? NOT_CHECKED_YET : '';
  let isWhole = false;
  let sellerList: readonly SellerPublisher[] | undefined;
  const exchangeBlocks = { domains: [] as readonly string[] };
  const common = { formats, exchangeBlocks };
  const unlisted = unlistedRules(common);

  function put(definition: PublisherDefinition, next: PublisherAccess, isSeller: boolean): void {
    const { id, limits, share = 1, seller, placements: named } = definition;
    rules.set(id, assembleRules(definition, common));
    access.set(id, next);
    keep(perSecond, id, limits?.perSecond);
    keep(shares, shortened(id), share === 1 ? undefined : Math.round(share * WHOLE_SHARE));
    keep(placements, id, named && new Set(named));
    keepSeller(id, isSeller && seller !== undefined ? { id, seller } : undefined);
  }

  function remove(id: string): void {
    rules.delete(id);
    access.delete(id);
    perSecond.delete(id);
    shares.delete(shortened(id));
    placements.delete(id);
    keepSeller(id, undefined);
  }

  function keepSeller(id: string, next: SellerPublisher | undefined): void {
    if (Bun.deepEquals(sellers.get(id), next)) return;
    keep(sellers, id, next);
    sellerList = undefined;
  }

  const idsOfConfig = new Set(publishers.map(({ id }) => id));
  for (const publisher of publishers) {
    put(publisher, accessOf(publisher, (publisher.keys ?? []).map(hashSecret), 'active'), true);
  }

  return {
    rulesOf: (id: string | undefined): PublisherRules =>
      (id === undefined ? undefined : rules.get(id)) ?? unlisted,
    access: {
      get: (id: string) => access.get(id),
      isWhole: () => isWhole,
    },
    holds: { reasonOf: (id: string) => (held.get(id) ?? unheard) || undefined },
    /** Limits of single publishers, by id. */
    perSecond: perSecond as ReadonlyMap<string, number>,
    placementsOf: (id: string | undefined): NamedPlacements =>
      (id === undefined ? undefined : placements.get(id)) ?? NO_PLACEMENTS,
    shareOf: (publisher: string) => shares.get(publisher) ?? WHOLE_SHARE,
    /** Those that are listed as sellers: the same list until one changes. */
    sellers(): readonly SellerPublisher[] {
      sellerList ??= [...sellers.values()];
      return sellerList;
    },
    /** Takes in what the feed tells of the store. */
    take({ publishers: lines, held: holds, blocked, isWhole: isNow }: PublisherNews): void {
      isWhole ||= isNow;
      if (blocked !== undefined) exchangeBlocks.domains = blocked.domains;
      for (const line of lines) {
        // The config stands above the store.
        if (idsOfConfig.has(line.id)) continue;
        if (line.state === 'deleted') remove(line.id);
        else put(line.definition, storedAccess(line), line.state !== 'invited');
      }
      for (const { publisher, reason } of holds) keep(held, publisher, reason ?? undefined);
    },
  };
}

type PublisherNews = Pick<FeedNews, 'publishers' | 'held' | 'isWhole'> & {
  readonly blocked?: FeedNews['blocked'];
};

const NOT_CHECKED_YET =
  'this publisher is held: this machine does not know yet what the checks of its ads.txt say; try again in a minute';

function keep<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

function storedAccess({ definition, keys, state }: PublisherLine): PublisherAccess {
  const hashes = keys.map((hash) => Buffer.from(hash, 'base64url'));
  return accessOf(definition, hashes, state);
}

function accessOf(
  { origins }: Pick<PublisherDefinition, 'origins'>,
  keys: readonly Uint8Array[],
  state: AccountState,
): PublisherAccess {
  // A machine of a later version may have written a state that nobody knows here.
  const refusal = state === 'active' ? undefined : state === 'invited' ? INVITED : PAUSED;
  return { refusal, keys, origins: origins && new Set(origins) };
}
