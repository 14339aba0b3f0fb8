import { afterAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { silentLog } from '../observe/log.ts';
import { type KnownToken, NOBODY, secretOf } from './access.ts';
import { createSessions, OF_OPERATORS, OF_PEOPLE, SESSION_MS_MAX } from './sessions.ts';

afterAll(cleanUp);

const ANN = { who: 'ann', role: 'ads' } as const;
const ANNS_TOKEN: KnownToken = { name: 'ann', token: 'the token of ann', role: 'ads' };

let count = 0;

/** Of a server that was started with this folder. */
function started(folder: string, tokens: readonly KnownToken[] = [ANNS_TOKEN], nowMs = 0) {
  return createSessions({
    nowMs: () => nowMs,
    newSecret: () => `id ${count++}`,
    secretOf: (identity) => secretOf(identity, tokens, NOBODY),
    folder,
    log: silentLog,
  });
}

describe('sessions', () => {
  test('of one person end the oldest of that person, and of nobody else', () => {
    const sessions = createSessions({
      nowMs: () => 0,
      newSecret: () => `id ${count++}`,
      secretOf: ({ who }) => who,
      folder: temporaryFolder(),
      log: silentLog,
    });
    const open = (who: string) =>
      sessions.open({ who, role: 'publisher', publisher: 'pub', person: who });
    const other = open('Lou of pub');
    const ids = Array.from({ length: OF_PEOPLE.perNameMax + 1 }, () => open('Pat of pub'));
    expect(ids.map((id) => sessions.identityOf(id) !== undefined)).toEqual(
      ids.map((_, index) => index > 0),
    );
    expect(sessions.identityOf(other)).toBeDefined();
  });

  test('of operators end the oldest of too many, and those of people go on', () => {
    const sessions = createSessions({
      nowMs: () => 0,
      newSecret: () => `id ${count++}`,
      secretOf: ({ who }) => who,
      folder: temporaryFolder(),
      log: silentLog,
    });
    const pat = { who: 'Pat of pub', role: 'publisher', publisher: 'pub', person: 'pat' } as const;
    const person = sessions.open(pat);
    const ids = Array.from({ length: OF_OPERATORS.countMax + 1 }, (_, index) =>
      sessions.open({ who: `ann ${index % 2}`, role: 'ads' }),
    );
    expect(ids.findIndex((id) => sessions.identityOf(id) !== undefined)).toBe(1);
    expect(sessions.identityOf(person)).toBeDefined();
  });
});

describe('a session, after a restart', () => {
  test('is open until its end', () => {
    const folder = temporaryFolder();
    const id = started(folder).open(ANN);
    expect(started(folder, [ANNS_TOKEN], SESSION_MS_MAX - 1).identityOf(id)).toEqual(ANN);
    expect(started(folder, [ANNS_TOKEN], SESSION_MS_MAX).identityOf(id)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  const changes: Readonly<Record<string, readonly KnownToken[]>> = {
    'was removed': [],
    'was replaced': [{ ...ANNS_TOKEN, token: 'another token' }],
    'has another role': [{ ...ANNS_TOKEN, role: 'read' }],
    'has another name': [{ ...ANNS_TOKEN, name: 'bob' }],
  };
  for (const [words, tokens] of Object.entries(changes)) {
    test(`opens nothing where its token ${words}`, () => {
      const folder = temporaryFolder();
      const id = started(folder).open(ANN);
      expect(started(folder, tokens).identityOf(id)).toBeUndefined();
      expect(started(folder).identityOf(id)).toEqual(ANN);
    });
  }

  test('is in a file that its owner alone can read, and that has neither its id nor the token', () => {
    const folder = join(temporaryFolder(), 'sessions');
    const id = started(folder).open(ANN);
    const [name = ''] = readdirSync(folder);
    expect([folder, join(folder, name)].map((path) => statSync(path).mode & 0o077)).toEqual([0, 0]);
    const text = `${name} ${readFileSync(join(folder, name), 'utf8')}`;
    expect(text).toContain('ann');
    for (const secret of [id, ANNS_TOKEN.token]) expect(text).not.toContain(secret);
  });

  test('is not what somebody else has written', () => {
    const folder = temporaryFolder();
    const id = started(folder).open(ANN);
    const [name = ''] = readdirSync(folder);
    const session = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const boss: KnownToken = { name: 'boss', token: 'the token of the boss', role: 'admin' };
    const forged = [
      'no JSON',
      '{}',
      JSON.stringify({ ...session, endMs: 'never' }),
      JSON.stringify({ ...session, identity: { who: 'boss', role: 'admin' } }),
      JSON.stringify({ ...session, identity: { who: 'ann', role: 'admin' } }),
    ];
    for (const text of forged) {
      writeFileSync(join(folder, name), text);
      expect(started(folder, [ANNS_TOKEN, boss]).identityOf(id)).toBeUndefined();
    }
  });
});
