import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { certify } from '../../../test/http/certificate.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { DAY_MS } from '../../lib/day.ts';
import { readTlsFiles, termOf } from './certificate.ts';
import { ConfigFault, loadConfig } from './config.ts';
import { configNotes } from './config-notes.ts';
import { completeSetup, type Setup } from './setup.ts';

afterAll(cleanUp);

const NOW_MS = Date.parse('2026-03-10T12:00:00Z');

const setup = defaults();

function defaults(): Setup {
  const complete = completeSetup(loadConfig({}, '/nonexistent'));
  if (complete instanceof ConfigFault) throw new Error(complete.message);
  return complete;
}

/** The notes about campaigns with these ends of their flights. */
function notesWith(...ends: readonly string[]): readonly string[] {
  const campaigns = ends.map((end, index) => ({ id: `c${index}`, flight: { end } }));
  const given = { ...setup, campaigns: new Map([['house', campaigns]]) } as unknown as Setup; // Only these are read.
  return [...configNotes(given, NOW_MS)].filter((note) => note.includes('ended'));
}

test('campaigns that have ended are noted, and one that ends later is not', () => {
  expect(notesWith('2026-03-10T12:00:00Z', '2026-03-10T12:00:01Z', '2026-03-09')).toEqual([
    'partner house has campaigns that have ended: c0, c2',
  ]);
  expect(notesWith('2026-03-10')).toEqual([]);
});

test('a blocked domain that is no host name is noted, since it blocks nobody (ruling 71)', () => {
  const blockedDomains = ['https://a.example/', '*.b.example', 'com', 'two words'];
  const config = { ...setup.config, publishers: [{ id: 'pub-1', blockedDomains }] };
  expect(
    [...configNotes({ ...setup, config }, NOW_MS)].filter((note) => note.includes('blocks')),
  ).toEqual(['publisher pub-1 blocks "two words", which is no host name and blocks nobody']);
});

test('what tokens leave open is noted, and one with the role admin leaves nothing', () => {
  const notesOf = (admin: Partial<Setup['config']['admin']>) => {
    const config = { ...setup.config, admin: { ...setup.config.admin, ...admin } };
    const notes = [...configNotes({ ...setup, config }, NOW_MS)];
    return notes.filter((note) => note.includes('admin.token'));
  };
  const named = (role: 'admin' | 'ads') => ({ name: 'ada', token: 'x'.repeat(16), role });
  expect(notesOf({})).toEqual([
    'neither admin.token nor admin.tokens is set, so every user of this machine may use the console at 127.0.0.1',
  ]);
  expect(notesOf({ tokens: [named('admin')] })).toEqual([]);
  expect(notesOf({ tokens: [named('ads')] })).toEqual([
    'no entry of admin.tokens has the role admin, so nobody can approve ads or change publishers and partners',
  ]);
  // It has the role admin.
  expect(notesOf({ token: 'x'.repeat(16), tokens: [named('ads')] })).toEqual([]);
});

test('a certificate that callers refuse, or soon will, is noted with its file', () => {
  const folder = temporaryFolder();
  certify(folder, 'ads', undefined, 30);
  const files = { cert: join(folder, 'ads.pem'), key: join(folder, 'ads.key') };
  const tls = readTlsFiles(files);
  if (tls instanceof ConfigFault) throw new Error(tls.message);
  const { startMs, endMs } = termOf(tls.cert);
  const config = { ...setup.config, listen: { ...setup.config.listen, tls: files } };
  const notesAt = (nowMs: number) =>
    [...configNotes({ ...setup, config, tls }, nowMs)].filter((note) =>
      note.startsWith('the certificate'),
    );
  const refused = (words: string) =>
    expect.stringMatching(
      new RegExp(`^the certificate in .*ads\\.pem ${words} 20\\S+ \\S+ UTC, so callers refuse`),
    );
  expect(notesAt(startMs)).toEqual([]);
  expect(notesAt(endMs - 14 * DAY_MS)).toEqual([]);
  expect(notesAt(endMs - 14 * DAY_MS + 1)).toEqual([
    expect.stringMatching(/ads\.pem expires in 13 days, at 20\S+ \S+ UTC$/),
  ]);
  expect(notesAt(endMs + 1)).toEqual([refused('expired at')]);
  expect(notesAt(startMs - 1)).toEqual([refused('is not valid before')]);
});
