import { RedisClient } from 'bun';
import { diagnoseRedis } from './redis-diagnosis.ts';
import type { OpenRedis } from './redis-link.ts';

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
    });
    client.onclose = onLost;
    try {
      await client.connect();
    } catch (error) {
      client.close();
      throw new Error((await diagnoseRedis(url, 'PING')) ?? (error as Error).message);
    }
    return {
      send: (command, args) => client.send(command, args),
      close: () => client.close(),
    };
  };
}
