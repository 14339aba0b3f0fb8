import type { RedisConfig } from '../limits/redis-client.ts';
import type { ConfigFile } from './config-schema.ts';

type RedisKeys = Pick<ConfigFile, 'redisUrl' | 'redisClusterUrls'>;

export function redisOf({ redisUrl, redisClusterUrls }: RedisKeys): RedisConfig | undefined {
  if (redisClusterUrls !== undefined) return { kind: 'cluster', urls: redisClusterUrls };
  return redisUrl === undefined ? undefined : { kind: 'server', url: redisUrl };
}

/** Limits are shared in one way. */
export function twoRedisKeys({ redisUrl, redisClusterUrls }: RedisKeys) {
  if (redisUrl === undefined || redisClusterUrls === undefined) return undefined;
  return { path: 'redisClusterUrls', reason: 'expected nothing, since there is redisUrl' };
}
