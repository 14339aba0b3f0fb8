import { expect, test } from 'bun:test';
import { headersOf } from './headers-field.tsx';

test('each line is a header, its value everything behind the first colon', () => {
  expect(headersOf('Authorization: Bearer a:b\n\n  X-Seat :7  ')).toEqual({
    Authorization: 'Bearer a:b',
    'X-Seat': '7',
  });
});

test('a line without a colon is sent without a value, so that the server says what is wrong', () => {
  expect(headersOf('Authorization')).toEqual({ Authorization: '' });
});
