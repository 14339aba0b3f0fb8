import { afterAll, expect, test } from 'bun:test';
import { load } from '../../test/config-file.ts';
import { cleanUp } from '../../test/process.ts';
import { contradictions } from './contradictions.ts';
import { redisOf } from './redis-config.ts';

afterAll(cleanUp);

const A = 'redis://a';

test('a server and a cluster are told apart', () => {
  expect(redisOf({})).toBeUndefined();
  expect(redisOf({ redisUrl: A })).toEqual({ kind: 'server', url: A });
  expect(redisOf({ redisClusterUrls: [A] })).toEqual({ kind: 'cluster', urls: [A] });
});

test('a server of a cluster may be named twice', () => {
  expect(load(`redisClusterUrls: [${A}, ${A}]\n`).redis).toEqual({ kind: 'cluster', urls: [A, A] });
});

test('limits are shared in one way only', () => {
  expect([...contradictions({})]).toEqual([]);
  expect([...contradictions({ redisUrl: A })]).toEqual([]);
  expect([...contradictions({ redisClusterUrls: [A] })]).toEqual([]);
  expect([...contradictions({ redisUrl: A, redisClusterUrls: [A] })]).toEqual([
    { path: 'redisClusterUrls', reason: 'expected nothing, since there is redisUrl' },
  ]);
});
