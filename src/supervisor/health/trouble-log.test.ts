import { expect, test } from 'bun:test';
import { createTroubleLog } from './trouble-log.ts';
import { troubleOf } from './trouble-of.ts';

function record() {
  const lines: (readonly [level: string, message: string, advice: unknown])[] = [];
  const at = (level: string) => (facts: object, message: string) =>
    void lines.push([level, message, 'advice' in facts ? facts.advice : undefined]);
  const look = createTroubleLog({ info: at('info'), warn: at('warn'), error: at('error') });
  return { look, lines };
}

const DOWN = troubleOf('database-down', { kind: 'bad', what: 'it is away', advice: 'Start it.' });
const FULL = troubleOf('database-down', { kind: 'bad', what: 'it is full', advice: 'Make room.' });
const PAUSED = troubleOf('partner-paused', {
  kind: 'warn',
  what: 'acme is paused',
  partner: 'acme',
});

test('a trouble is logged with what to do when it begins, and when it is over for three rounds', () => {
  const { look, lines } = record();
  for (let round = 0; round < 3; round++) look([DOWN, PAUSED]);
  expect(lines).toEqual([
    ['error', 'it is away', 'Start it.'],
    ['warn', 'acme is paused', PAUSED.advice],
  ]);
  for (let round = 0; round < 3; round++) look([PAUSED]);
  expect(lines[2]).toEqual(['info', 'over: it is away', undefined]);
  look([DOWN, PAUSED]);
  expect(lines[3]?.[1]).toBe('it is away');
});

test('one that comes and goes is one, and one with another thing to do is logged again', () => {
  const { look, lines } = record();
  for (let round = 0; round < 10; round++) look(round % 2 === 0 ? [DOWN] : []);
  expect(lines).toHaveLength(1);
  look([{ ...DOWN, what: 'it has been away for longer' }]);
  expect(lines).toHaveLength(1);
  look([FULL]);
  expect(lines[1]).toEqual(['error', 'it is full', 'Make room.']);
});
