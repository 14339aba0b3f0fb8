import { RedisClient } from 'bun';
import { diagnoseRedis } from './redis-diagnosis.ts';
import type { OpenRedis } from './redis-link.ts';

/** How limits are shared: through one server, or through a cluster. */
export type RedisConfig =
  | { readonly kind: 'server'; readonly url: string }
  | { readonly kind: 'cluster'; readonly urls: readonly string[] };

/** Keys that are all on the same server. A single server has one group of keys, a cluster has several. */
export type KeyGroup = {
  /** For the log and the status, without a password. */
  readonly name: string;
  /** A part of each key. In braces, as there, it decides which server of a cluster has the key. */
  readonly tag: string;
  readonly open: OpenRedis;
};

/** The hash slots of these tags lie in the middle of each quarter of all hash slots. */
const CLUSTER_TAGS = ['limits-33', 'limits-32', 'limits-62', 'limits-63'] as const;
const TAG = 'limits';

/** The groups that names are spread over: the same on all machines with the same config. None without Redis. */
export function keyGroups(redis: RedisConfig | undefined): readonly KeyGroup[] {
  if (redis === undefined) return [];
  if (redis.kind === 'server') {
    return [{ name: hostOf(redis.url), tag: TAG, open: redisAt(redis.url) }];
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

const CONNECT_MS_MAX = 1000;

/**
 * Bun's client without its offline queue and without its reconnects, since it stops trying after a while.
 * `createRedisLink` opens a new client instead.
 */
function redisAt(url: string): OpenRedis {
  return async (onLost) => {
    const client = new RedisClient(url, {
      connectionTimeout: CONNECT_MS_MAX,
      autoReconnect: false,
      enableOfflineQueue: false,
    });
    client.onclose = onLost;
    const close = () => client.close();
    await connect(client, close, () => diagnoseRedis(url, 'PING'));
    return { send: (command, args) => client.send(command, args), close };
  };
}

const REDIRECTIONS_MAX = 2;

/**
 * A connection to the server of a cluster that has this key. Bun's client cannot follow a cluster. This one is loaded
 * where a cluster is configured, and repeats no command that was sent.
 */
function clusterAt(urls: readonly string[], key: string): OpenRedis {
  return async (onLost) => {
    const { createCluster } = await import('@redis/client');
    const [first = ''] = urls;
    const { username, password, protocol } = new URL(first);
    const client = createCluster({
      rootNodes: urls.map((url) => ({ url })),
      // For the servers that the cluster names.
      defaults: {
        ...(username === '' ? {} : { username: decodeURIComponent(username) }),
        ...(password === '' ? {} : { password: decodeURIComponent(password) }),
        disableOfflineQueue: true,
        socket: {
          connectTimeout: CONNECT_MS_MAX,
          reconnectStrategy: false,
          ...(protocol === 'rediss:' ? { tls: true as const } : {}),
        },
      },
      minimizeConnections: true,
      maxCommandRedirections: REDIRECTIONS_MAX,
    });
    client.on('error', onLost);
    const close = () => client.destroy();
    await connect(client, close, () => diagnoseRedis(first, 'CLUSTER INFO'));
    const send = (command: string, args: string[]) =>
      client.sendCommand(key, false, [command, ...args]).catch((error: Error) => {
        // The client looks the hash slot up in a table that has no row for it.
        if (error instanceof TypeError) throw new Error('CLUSTERDOWN Hash slot not served');
        throw error;
      });
    return { send, close };
  };
}

/** Rejects with the error that Redis answers, where there is one: clients keep it to themselves. */
async function connect(
  client: { readonly connect: () => Promise<unknown> },
  close: () => void,
  diagnose: () => Promise<string | undefined>,
): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    close();
    throw new Error((await diagnose()) ?? (error as Error).message);
  }
}
