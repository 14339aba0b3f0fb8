import type { RedisConfig } from '../limits/lease-servers.ts';
import type { ConfigFile } from './config-schema.ts';

type RedisKeys = Pick<ConfigFile, 'redisUrl' | 'redisUrls' | 'redisClusterUrls'>;

const KEYS = ['redisUrl', 'redisUrls', 'redisClusterUrls'] as const;

export function redisOf(file: RedisKeys): RedisConfig | undefined {
  const { redisUrl, redisUrls, redisClusterUrls } = file;
  if (redisClusterUrls !== undefined) return { kind: 'cluster', urls: redisClusterUrls };
  if (redisUrls !== undefined) return { kind: 'servers', urls: redisUrls };
  return redisUrl === undefined ? undefined : { kind: 'servers', urls: [redisUrl] };
}

/** Limits are shared in one way. */
export function severalRedisKeys(file: RedisKeys) {
  const [first, second] = KEYS.filter((key) => file[key] !== undefined);
  if (first === undefined || second === undefined) return undefined;
  return { path: second, reason: `expected nothing, since there is ${first}` };
}
