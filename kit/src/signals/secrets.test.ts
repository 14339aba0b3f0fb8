import { expect, test } from 'bun:test';
import { withoutAddresses } from './private-words.ts';
import { rules } from './rules.ts';
import { withoutSecrets } from './secrets.ts';

const keywordsOf = (content: string) => rules([{ role: 'user', content }]).keywords;

test.each([
  ['Sony WH-1000XM5 headphones', 'sony wh-1000xm5 headphones'],
  ['I need a WH-1000XM5', 'wh-1000xm5'],
  ['iPhone 15 case', 'iphone 15 case'],
  ['RTX 4070 graphics card', 'rtx 4070 graphics card'],
  ['Dyson V15', 'dyson v15'],
])('a model number stays: %s', (text, keyword) => expect(keywordsOf(text)).toContain(keyword));

test('what is only said of passwords is read', () => {
  expect(keywordsOf('is there a laptop that is password protected')).toContain('laptop');
  expect(keywordsOf('tan leather boots')).toEqual(['tan leather boots']);
  expect(rules([{ role: 'user', content: 'my password is not working' }]).intent?.value).toBe(
    'support_request',
  );
});

test('a password manager is something to buy', () => {
  expect(keywordsOf('I need a password manager for my laptop')).toContain('password manager');
  expect(keywordsOf('I am looking for a password manager')).toEqual(['password manager']);
});

test('what follows a password is read', () => {
  expect(keywordsOf('password: lamp\nI need a router')).toEqual(['router']);
  expect(keywordsOf('I forgot my password — I need a router')).toEqual(['router']);
  expect(keywordsOf('I reset my password to my router')).toEqual(['router']);
  expect(withoutSecrets('the password to unlock it')).toEqual('the password ¦ unlock it');
});

test.each(['bit.ly/lamp', 'host.shopping:8080/lamp'])('an address is no thing: %s', (address) => {
  expect(withoutAddresses(`a tent and/or a sofa ${address}`)).not.toMatch(/lamp/);
  expect(keywordsOf(`a tent and/or a sofa, see ${address}`)).toEqual(['tent', 'sofa']);
});
