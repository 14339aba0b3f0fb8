import type { RedisConfig } from '../limits/redis-client.ts';
import type { ConfigFile } from './config-schema.ts';

export function redisOf({
  redisUrl,
  redisClusterUrls,
}: Pick<ConfigFile, 'redisUrl' | 'redisClusterUrls'>): RedisConfig | undefined {
  if (redisClusterUrls !== undefined) return { kind: 'cluster', urls: redisClusterUrls };
  return redisUrl === undefined ? undefined : { kind: 'server', url: redisUrl };
}
