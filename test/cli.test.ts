import { afterEach, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from '../src/programs/cli/check.ts';
import { runCommand } from './command.ts';
import { cleanUp, temporaryFolder } from './process.ts';

afterEach(cleanUp);

function fileWith(text: string, name = 'mine.yaml'): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

async function notesOf(file: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runCommand(check, [file]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [verdict, ...notes] = stdout.trimEnd().split('\n');
  expect(verdict).toBe(`${file} is right`);
  return notes;
}

test('parley check names the partners that get no deals for want of seats (ruling 54)', async () => {
  const partner = (name: string, more = '') =>
    `  - { name: ${name}, kind: openrtb, url: "https://dsp.example/"${more} }\n`;
  const partners = [
    partner('bare'),
    partner('empty', ', seats: []'),
    partner('full', ', seats: [a]'),
  ];
  const notes = await notesOf(fileWith(`partners:\n${partners.join('')}`));
  const named = notes.filter((note) => note.includes('wseat')).map((note) => note.split(' ')[2]);
  expect(named).toEqual(['bare', 'empty']);
});

test('parley check notes what a good file may not mean, and nothing else', async () => {
  const creative = '{ id: c1, title: T, sponsored: A, link: "https://a.example" }';
  const over = `{ id: over, advertiser: A, domain: a.example, cpm: 2, flight: { end: 2020-01-31 }, creatives: [${creative}] }`;
  const ads = fileWith(`campaigns: [${over}]\n`, 'ads.yaml');
  const notes = await notesOf(
    fileWith(
      `partners: [{ name: mine, kind: campaigns, path: ${ads} }]\nlisten: { publicUrl: "http://ads.example" }\n`,
    ),
  );
  for (const [index, about] of [
    'partner mine has campaigns that have ended: over',
    'partners names a list',
    'listen.publicUrl is not https',
    'neither admin.token nor admin.tokens',
  ].entries()) {
    expect(notes[index]).toStartWith(`note: ${about}`);
  }
  expect(notes).toHaveLength(4);
  const token = 'admin: { token: 0123456789abcdef0123456789abcdef }';
  const right = fileWith(`${token}\nlisten: { publicUrl: "https://ads.example" }\n`);
  expect(await notesOf(right)).toEqual([]);
});

test('parley check judges the environment too, and names the file that lacks keys for notices', async () => {
  const file = fileWith('listen: { port: 1 }\n');
  const database = { DATABASE_URL: 'postgres://db/parley' };
  for (const [env, reason] of [
    [{ REDIS_URL: 'localhost:6379' }, 'the environment variable REDIS_URL: expected a URL'],
    [database, 'notices.keys: '],
    [{ ...database, PARLEY_CONFIG: file }, `${file}: notices.keys: `],
  ] as const) {
    const { code, stderr } = await runCommand(check, [], env);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^${RegExp.escape(reason)}`)),
    ]);
  }
});
