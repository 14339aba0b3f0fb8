import { diagnoseRedis } from './redis-diagnosis.ts';
import type { OpenRedis } from './redis-link.ts';

const CONNECT_MS_MAX = 1000;
const REDIRECTIONS_MAX = 2;

/**
 * A connection to the server of a cluster that has the slot of a key. Bun's client cannot follow a cluster. This one is
 * loaded where a cluster is configured, and repeats no command that was sent.
 */
export function clusterAt(urls: readonly string[], key: string): OpenRedis {
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
    try {
      await client.connect();
    } catch (error) {
      client.destroy();
      throw new Error((await diagnoseRedis(first, 'CLUSTER INFO')) ?? (error as Error).message);
    }
    return {
      async send(command, args) {
        try {
          return await client.sendCommand(key, false, [command, ...args]);
        } catch (error) {
          // The client looks the slot up in a table that has no row for it.
          if (error instanceof TypeError) throw new Error('CLUSTERDOWN Hash slot not served');
          throw error;
        }
      },
      close: () => client.destroy(),
    };
  };
}
