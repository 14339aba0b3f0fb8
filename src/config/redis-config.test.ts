import { expect, test } from 'bun:test';
import { redisOf, severalRedisKeys } from './redis-config.ts';

const A = 'redis://a';
const B = 'redis://b';

test('a server, a list of servers and a cluster are told apart', () => {
  expect(redisOf({})).toBeUndefined();
  expect(redisOf({ redisUrl: A })).toEqual({ kind: 'servers', urls: [A] });
  expect(redisOf({ redisUrls: [A, B] })).toEqual({ kind: 'servers', urls: [A, B] });
  expect(redisOf({ redisClusterUrls: [A] })).toEqual({ kind: 'cluster', urls: [A] });
});

test('limits are shared in one way only', () => {
  expect(severalRedisKeys({ redisUrls: [A] })).toBeUndefined();
  expect(severalRedisKeys({ redisUrl: A, redisClusterUrls: [A] })).toEqual({
    path: 'redisClusterUrls',
    reason: 'expected nothing, since there is redisUrl',
  });
});
