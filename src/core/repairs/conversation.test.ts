import { expect, test } from 'bun:test';
import { Refusal } from '../../lib/refusal.ts';
import { locateNowhere } from '../openrtb/validate.ts';
import { validateRepairing } from './repair-request.ts';

const NATIVE = JSON.stringify({ ver: '1.2', assets: [{ id: 1, title: { len: 90 } }] });

/** `ext.parley` as the repairing endpoint takes it, and the names of the repairs. */
function repaired(parley: unknown) {
  const body = { id: 'r', imp: [{ id: '1', native: { request: NATIVE } }], ext: { parley } };
  const result = validateRepairing(body, locateNowhere);
  if (result instanceof Refusal || result.kind !== 'valid') throw new Error('refused');
  const { request, repairs } = result;
  return { parley: request.wire.ext?.parley, names: repairs.map(({ name }) => name), repairs };
}

test('what the strict endpoint takes is not touched', () => {
  const shown = [{ domain: 'a.example', secondsAgo: 0, again: false }];
  const parley = { conversation: 'c', shown, more: 1 };
  expect(repaired(parley)).toMatchObject({ parley, names: [] });
  expect(repaired({ shown: [{ domain: 'b.example', cid: null }] }).names).toEqual([]);
});

test('a number is read as text, and a long name is hashed, the same every time', () => {
  expect(repaired({ conversation: 42 })).toMatchObject({
    parley: { conversation: '42' },
    names: ['conversation-read'],
  });
  const long = 'x'.repeat(65);
  const { parley, names } = repaired({ conversation: long });
  expect(names).toEqual(['conversation-read']);
  expect(parley?.conversation).toMatch(/^[\w-]{43}$/);
  expect(repaired({ conversation: long }).parley).toEqual(parley);
  expect(repaired({ conversation: `${long}y` }).parley).not.toEqual(parley);
});

test.each([[{}], [[]], [''], [true], [1.5]])('%j names no conversation', (conversation) => {
  expect(repaired({ conversation })).toMatchObject({
    parley: {},
    names: ['conversation-ignored'],
  });
});

test('an extension that is no object is left out', () => {
  expect(repaired('c')).toMatchObject({ parley: undefined, names: ['conversation-ignored'] });
});

test('of what was shown, what can be read is kept, the latest first to stay', () => {
  expect(repaired({ shown: 'a.example' })).toMatchObject({ parley: {}, names: ['shown-repaired'] });
  const shown = [
    { cid: 'no-domain' },
    'text',
    { domain: 'a.example', cid: 7, secondsAgo: -1, again: 'no', more: 1 },
    { domain: 'b.example', cid: 'b', secondsAgo: 3 },
  ];
  expect(repaired({ shown })).toMatchObject({
    parley: { shown: [{ domain: 'a.example', more: 1 }, shown[3]] },
    names: ['shown-repaired'],
  });
  const many = Array.from({ length: 150 }, (_, index) => ({ domain: `d${index}.example` }));
  expect(repaired({ shown: many }).parley?.shown).toEqual(many.slice(50));
});

test('no repair repeats a name of a conversation or what was shown in it', () => {
  const { repairs } = repaired({
    conversation: 'secret'.repeat(20),
    shown: [{ secret: 1 }, 'secret'],
  });
  expect(repairs).toHaveLength(2);
  expect(JSON.stringify(repairs)).not.toContain('secret');
});
