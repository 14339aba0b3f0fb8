import { expect, test } from 'bun:test';
import { createOriginCheck } from './origins.ts';

const check = createOriginCheck([
  { id: 'listed', origins: ['https://chat.example', 'https://www.chat.example'] },
  { id: 'open' },
]);

test('a page of an origin that its publisher does not list is refused with 403', () => {
  expect(check('listed', 'https://elsewhere.example')).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  });
  expect(check('listed', 'https://chat.example:8443')).toBeDefined();
});

test('listed origins, publishers without a list, and servers, which send no origin, are accepted', () => {
  expect(check('listed', 'https://www.chat.example')).toBeUndefined();
  expect(check('listed', null)).toBeUndefined();
  expect(check('open', 'https://elsewhere.example')).toBeUndefined();
  expect(check('unknown', 'https://elsewhere.example')).toBeUndefined();
  expect(check(undefined, 'https://elsewhere.example')).toBeUndefined();
});
