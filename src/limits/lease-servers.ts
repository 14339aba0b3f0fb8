import type { LeaseServer } from './lease/lease-agent.ts';
import { redisAt } from './redis-client.ts';
import { clusterAt } from './redis-cluster-client.ts';

/** How limits are shared: through one server, or through a cluster. */
export type RedisConfig =
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'cluster'; readonly urls: readonly string[] };

/** The tags of the keys in a cluster. Their slots lie in the middle of each quarter of all slots. */
const CLUSTER_TAGS = ['limits-33', 'limits-32', 'limits-62', 'limits-63'] as const;
const TAG = 'limits';

/** The servers that the names are spread over: the same on all machines with the same config. None without Redis. */
export function leaseServers(redis: RedisConfig | undefined): readonly LeaseServer[] {
  if (redis === undefined) return [];
  if (redis.kind === 'server') {
    const { url } = redis;
    return [{ name: hostOf(url), tag: TAG, open: redisAt(url) }];
  }
  const { urls } = redis;
  return CLUSTER_TAGS.map((tag) => ({
    name: `the cluster of ${urls.map(hostOf).join(', ')}, keys {${tag}}`,
    tag,
    open: clusterAt(urls, `{${tag}}`),
  }));
}

/** Without the password. */
function hostOf(url: string): string {
  return new URL(url).host;
}
