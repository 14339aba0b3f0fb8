import { RedisClient } from 'bun';
import type { OpenRedis } from './redis-limiter-link.ts';

const CONNECT_MS_MAX = 1000;

/**
 * Bun's client without its ways of waiting: it keeps no queue while it is not connected, and it does not
 * reconnect by itself, since it would give up for good after a while. Whoever opened it opens another.
 */
export function redisAt(url: string): OpenRedis {
  return async (onLost) => {
    const client = new RedisClient(url, {
      connectionTimeout: CONNECT_MS_MAX,
      autoReconnect: false,
      enableOfflineQueue: false,
      enableAutoPipelining: true,
    });
    client.onclose = onLost;
    await client.connect();
    return {
      send: (command, args) => client.send(command, args),
      close: () => client.close(),
    };
  };
}
