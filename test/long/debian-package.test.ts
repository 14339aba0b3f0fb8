/** The Debian package in an empty Debian: what it installs, what its config advises, and what a purge leaves. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linksOf } from '../../deploy/docs/links.ts';
import { ecbXml } from '../ecb-xml.ts';
import { cleanUp } from '../process.ts';
import { output } from './support/build.ts';
import { debianRoot, inRoot, putPackage } from './support/debian-root.ts';
import { freeAdminPort } from './support/installed.ts';
import { command } from './support/pages.ts';
import { serviceUnit } from './support/service-unit.ts';

const VARIABLES = 'etc/default/parley';
const CONFIG = 'etc/parley/parley.yaml';
const DATA = 'var/lib/parley';

/** Pages of the manual, and words that they have. */
const MANUALS = {
  'man1/parley.1.gz': ['parley backup [options] <folder>', '--keep <number>', 'EXIT STATUS'],
  'man8/parley-service.8.gz': ['parley-service <command>', '/etc/default/parley', 'parley(1)'],
} as const;

const IN_QUOTES =
  "expected a value with spaces or any of ;&|<>() in single quotes, as in A='two words'";

/** Lines of variables that the shell would not read as systemd does, and what is wrong with them. */
const UNREADABLE: readonly (readonly [string, string])[] = [
  ['A=abc def', IN_QUOTES],
  ['A=abc # def', IN_QUOTES],
  ['A=abc;def', IN_QUOTES],
  ['A = abc', "expected a line like NAME='value'"],
  ['export A=abc', "expected a line like NAME='value'"],
  ["A='abc\nB=def", 'the quote that begins here does not end'],
];

let root: string;
let packageFile: string;
beforeAll(async () => {
  root = await debianRoot();
  packageFile = await putPackage(root);
  await inRoot(root, 'dpkg --install parley_*.deb');
});
afterAll(cleanUp);

const at = (path: string) => join(root, path);
const modeOf = (path: string) => (statSync(at(path)).mode & 0o777).toString(8);
const userLine = () => /^parley:.*$/m.exec(readFileSync(at('etc/passwd'), 'utf8'))?.[0];

describe('the Debian package', () => {
  test('makes a user that owns the data folder, and may read the config but not change it', () => {
    const { uid } = serviceUnit(root);
    expect(uid).toBeGreaterThan(0);
    expect(modeOf(DATA)).toBe('700');
    expect(statSync(at(DATA)).uid).toBe(uid);
    expect(modeOf(CONFIG)).toBe('640');
    expect(statSync(at(CONFIG)).uid).toBe(0);
  });

  test('has a program that runs where nothing else was installed', async () => {
    const check = serviceUnit(root).run(['/usr/bin/parley', 'check'], { PORT: '0' });
    expect((await check.exited).code).toBe(0);
    expect(check.stdout()).toStartWith('/etc/parley/parley.yaml is right');
    expect(existsSync(at('usr/bin/node'))).toBe(false);
  });

  test('has a config whose advice works, also with the token that it suggests', async () => {
    const shipped = readFileSync(at(CONFIG), 'utf8');
    const [advised = ''] = /(?<=As root, `)[^`]+(?=` validates)/.exec(shipped) ?? [];
    expect(advised).toBe('parley-service check');
    writeFileSync(
      at(CONFIG),
      shipped.replace(/^# (admin:|limits:| {2})/gm, '$1').replace(/^# {3}/gm, '  '),
    );
    expect(readFileSync(at(CONFIG), 'utf8')).toContain('\n  token: ${PARLEY_ADMIN_TOKEN}\n');
    await expect(inRoot(root, advised)).rejects.toThrow('PARLEY_ADMIN_TOKEN');
    const [, line = ''] = /(PARLEY_ADMIN_TOKEN='…')/.exec(shipped) ?? [];
    writeFileSync(at(VARIABLES), `${line.replace('…', 'a token with $signs and spaces')}\n`, {
      mode: 0o600,
    });
    expect(await inRoot(root, advised)).toStartWith('/etc/parley/parley.yaml is right');
    writeFileSync(at(CONFIG), shipped);
  });

  test('brings rates where the server reads them, as its user, by the command that a bare check leads to', async () => {
    const today = new Date().toISOString().slice(0, 10);
    writeFileSync(at('tmp/eurofxref-daily.xml'), ecbXml(today, { USD: '1.1' }));
    const bare = await inRoot(root, 'cd /root && parley check');
    expect(bare).toContain('The service has a config of its own, which parley-service check reads');
    await inRoot(root, 'cd /root && parley-service rates /tmp/eurofxref-daily.xml');
    const { uid } = serviceUnit(root);
    expect(statSync(at(`${DATA}/reference-rates.json`)).uid).toBe(uid);
    rmSync(at(`${DATA}/reference-rates.json`));
  });

  for (const [line, problem] of UNREADABLE) {
    test(`has a parley-service that refuses the variable ${line}, names its line and shows no value`, async () => {
      writeFileSync(at(VARIABLES), `# The variables\n\n${line}\n`);
      const said = await inRoot(root, 'parley-service check 2>&1; echo "exit code $?"');
      expect(said).toBe(`parley-service: /etc/default/parley, line 3: ${problem}\nexit code 1\n`);
      rmSync(at(VARIABLES));
    });
  }

  test('has a parley-service that reads values of several lines, in either quotes and without', async () => {
    const lines = [
      'PORT=8080',
      "A='one",
      'B=c d',
      "two'",
      'C="x y"  ',
      '',
      '# D=e f',
      "E='it'\\''s'",
    ];
    writeFileSync(at(VARIABLES), `${lines.join('\n')}\n`);
    const said = await inRoot(root, 'PARLEY=/usr/bin/env parley-service');
    for (const line of ['PORT=8080', 'A=one\nB=c d\ntwo', 'C=x y', "E=it's"]) {
      expect(`\n${said}`).toContain(`\n${line}\n`);
    }
    rmSync(at(VARIABLES));
  });

  test('describes itself in lines that fit a terminal, and depends on no essential package', async () => {
    const fields = (name: string) => output('dpkg-deb', ['--field', packageFile, name]);
    for (const line of (await fields('Description')).split('\n')) {
      expect(line.length).toBeLessThanOrEqual(80);
    }
    expect(await fields('Depends')).not.toMatch(/util-linux|coreutils|dpkg|bash/);
  });

  for (const [page, words] of Object.entries(MANUALS)) {
    test(`has the manual ${page}, which man reads without a warning`, async () => {
      const file = at(`usr/share/man/${page}`);
      const text = await output('man', ['--warnings=w', '--local-file', file], {
        env: { MANWIDTH: '80', LC_ALL: 'C.UTF-8' },
      });
      for (const word of words) expect(text).toContain(word);
      const { stderr } = Bun.spawnSync([
        'sh',
        '-c',
        `gzip --decompress --stdout ${file} | groff -ww -K utf8 -man -T utf8`,
      ]);
      expect(stderr.toString()).toBe('');
    });
  }

  test('has documents whose links lead to files of the package', () => {
    const folder = at('usr/share/doc/parley');
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    expect(pages).toContain('docs/deploy/backup.md');
    const dead = pages.flatMap((page) =>
      linksOf(readFileSync(join(folder, page), 'utf8'))
        .map(({ target }) => target.split('#')[0] ?? '')
        .filter((path) => !/^[a-z][a-z+.-]*:/i.test(path))
        .filter((path) => !existsSync(join(folder, dirname(page), path)))
        .map((path) => `${page}: ${path}`),
    );
    expect(dead).toEqual([]);
    expect(modeOf('usr/share/doc/parley/copyright')).toBe('644');
  });
});

describe('a purge', () => {
  const purge = () => inRoot(root, command('service.md', 'dpkg --purge parley'));
  const install = () => inRoot(root, 'dpkg --install parley_*.deb');

  test('removes the config, the token and the user, and gives the data to root', async () => {
    const { uid } = serviceUnit(root);
    await inRoot(root, `runuser -u parley -- touch /${DATA}/kept`);
    writeFileSync(at(VARIABLES), 'PARLEY_ADMIN_TOKEN=secret\n');
    writeFileSync(at('etc/parley/campaigns.yaml'), '');
    const said = await purge();
    expect(said).toContain('/var/lib/parley is not empty: it is kept, and belongs to root now');
    expect(said).not.toContain('/var/backups/parley');
    for (const path of [VARIABLES, CONFIG, 'var/backups/parley', 'usr/bin/parley']) {
      expect([path, existsSync(at(path))]).toEqual([path, false]);
    }
    expect(userLine()).toBeUndefined();
    expect(readFileSync(at('etc/group'), 'utf8')).not.toMatch(/^parley:/m);
    const owned = await output('find', [root, '-uid', `${uid}`, '-o', '-gid', `${uid}`]);
    expect(owned).toBe('');
    expect([statSync(at(`${DATA}/kept`)).uid, modeOf(DATA)]).toEqual([0, '700']);
  });

  test('is taken back by an installation, whose user owns the data again', async () => {
    await inRoot(root, 'useradd --system somebody');
    await install();
    const { uid } = serviceUnit(root);
    expect(statSync(at(`${DATA}/kept`)).uid).toBe(uid);
    freeAdminPort(root);
    expect(await inRoot(root, 'parley-service check')).toContain('is right');
  });

  test('keeps the user and its data while a process of it runs, and says what to do then', async () => {
    const started =
      'setpriv --reuid=parley --regid=parley --clear-groups sleep infinity & process=$!';
    const awaited = `until [ "$(stat --format=%U /proc/$process)" = parley ]; do sleep 0.1; done`;
    const said = await inRoot(
      root,
      `${started}; ${awaited}; dpkg --purge parley 2>&1; code=$?; kill $process; exit $code`,
    );
    expect(said).toContain('Warning: the user parley is not removed');
    const { uid } = statSync(at(`${DATA}/kept`));
    expect(userLine()).toContain(`:${uid}:`);
    const advised = [...said.matchAll(/^ {2}((?:userdel|chown) .*)$/gm)].map(
      ([, line = '']) => line,
    );
    expect(advised).toHaveLength(3);
    await inRoot(root, advised.join(' && '));
    expect(userLine()).toBeUndefined();
    expect(statSync(at(`${DATA}/kept`)).uid).toBe(0);
    await install();
  });

  test('leaves nothing where there are no data, and leaves a user that somebody else has made', async () => {
    await inRoot(root, `rm --recursive /${DATA}/kept /etc/parley/campaigns.yaml`);
    expect(await purge()).not.toContain('is kept');
    for (const path of [DATA, 'etc/parley']) expect(existsSync(at(path))).toBe(false);
    await inRoot(root, "useradd --system --comment 'Of the operator' parley");
    await install();
    await purge();
    expect(userLine()).toContain('Of the operator');
  });
});
