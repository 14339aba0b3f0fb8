import { RedisClient } from 'bun';
import type { OpenRedis } from './redis-limiter-link.ts';

const CONNECT_MS_MAX = 1000;

/**
 * Bun's client without its offline queue and without its reconnects, since it stops trying after a while.
 * `createRedisLink` opens a new client instead.
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
