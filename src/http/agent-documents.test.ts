import { expect, test } from 'bun:test';
import { createMessageKeys } from '../notices/message-key.ts';
import { createDocuments } from './documents.ts';

const KEYS = createMessageKeys(['a-secret-of-notices-of-some-length']).jwks;
const AGENT = { url: 'https://buy.example.com/adcp/mcp', keys: KEYS };

const documentsWith = (agent: typeof AGENT | undefined) =>
  createDocuments({
    publicUrl: 'https://bid.example.com',
    timeoutMs: 300,
    currencies: ['USD'],
    limits: { globalPerSecond: 1, publisherPerSecond: 1, ipPerSecond: 1 } as never,
    sellers: () => [],
    formats: [],
    agent,
  });

const readOf = (path: string, agent: typeof AGENT | undefined) => {
  const found = documentsWith(agent).find(path);
  return found && JSON.parse(String(found.body));
};

test('brand.json names the agent, and jwks.json has the keys that it names', () => {
  expect(readOf('/.well-known/brand.json', AGENT)).toEqual({
    version: '1.0',
    agents: [
      {
        type: 'sales',
        id: 'parley_sales',
        url: AGENT.url,
        description: 'Sells native ads in conversations.',
        jwks_uri: 'https://bid.example.com/.well-known/jwks.json',
      },
    ],
  });
  expect(readOf('/.well-known/jwks.json', AGENT)).toEqual(KEYS);
});

test('there is neither where nothing is sold to AI buyers', () => {
  expect(readOf('/.well-known/brand.json', undefined)).toBeUndefined();
  expect(readOf('/.well-known/jwks.json', undefined)).toBeUndefined();
});
