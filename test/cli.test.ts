import { afterEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../package.json';
import { cleanUp, PARLEY, type RunOptions, run, temporaryFolder } from './process.ts';

afterEach(cleanUp);

async function parley(args: readonly string[], options: RunOptions = {}) {
  const process = run(args, options);
  const { code } = await process.exited;
  return { code, stdout: process.stdout(), stderr: process.stderr() };
}

describe('parley', () => {
  for (const args of [[], ['--help'], ['-h']]) {
    test(`${['parley', ...args].join(' ')} lists the commands and exits 0`, async () => {
      const { code, stdout, stderr } = await parley(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('Usage: parley <command>');
      expect(stdout).toMatch(/^ {2}start /m);
      expect(stdout).toMatch(/^ {2}check \[file\] /m);
    });
  }

  for (const name of ['serve', 'constructor']) {
    test(`an unknown command "${name}" is named, with the help, and exits 2`, async () => {
      const { code, stdout, stderr } = await parley([name]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toStartWith(`parley: there is no command "${name}"\n`);
      expect(stderr).toContain('Usage: parley <command>');
    });
  }

  test('a reader that has seen enough is no failure of a command', async () => {
    const script = '{ "$0" report --help; echo "exit code $?" >&2; } | :';
    const { code, stderr } = await parley(['-c', script, PARLEY], { command: 'sh' });
    expect([code, stderr]).toEqual([0, 'exit code 0\n']);
  });

  for (const args of [['--version'], ['-v'], ['version']]) {
    test(`parley ${args} prints the version and exits 0`, async () => {
      const { code, stdout } = await parley(args);
      expect([code, stdout]).toEqual([0, `parley ${version}\n`]);
    });
  }

  test('every command explains itself', async () => {
    for (const name of [
      'start',
      'check',
      'health',
      'report',
      'rates',
      'backup',
      'restore',
      'catalog',
      'derive',
      'mock-dsp',
    ]) {
      const { code, stdout } = await parley([name, '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: parley ${name}`);
    }
  });
});

describe('parley check', () => {
  function withFile(name: string, text: string) {
    const folder = temporaryFolder();
    const file = join(folder, name);
    writeFileSync(file, text);
    return { folder, file };
  }

  test('names the partners that get no deals for want of seats (ruling 54)', async () => {
    const folder = temporaryFolder();
    const partner = (name: string, more = '') =>
      `  - { name: ${name}, kind: openrtb, url: "https://dsp.example/"${more} }\n`;
    const partners = [
      partner('bare'),
      partner('empty', ', seats: []'),
      partner('full', ', seats: [a]'),
    ];
    writeFileSync(join(folder, 'mine.yaml'), `partners:\n${partners.join('')}`);
    const { code, stdout } = await parley(['check', 'mine.yaml'], { folder });
    const note = (name: string) =>
      `note: partner ${name} has no seats, so it gets no deals that name seats (wseat)\n`;
    expect(code).toBe(0);
    expect(stdout).toStartWith(`mine.yaml is right\n${note('bare')}${note('empty')}`);
    expect(stdout).not.toContain('partner full');
  });

  test('says that a good file is right', async () => {
    const { folder } = withFile('mine.yaml', 'listen: { port: 9000 }\n');
    const { code, stdout, stderr } = await parley(['check', 'mine.yaml'], { folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toStartWith('mine.yaml is right\n');
  });

  test('notes what a good file may not mean', async () => {
    const campaigns = [
      'campaigns:',
      '  - id: over',
      '    advertiser: A',
      '    domain: a.example',
      '    cpm: 2',
      '    flight: { end: 2020-01-31 }',
      '    creatives: [{ id: c1, title: T, sponsored: A, link: "https://a.example" }]',
    ];
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'ads.yaml'), `${campaigns.join('\n')}\n`);
    writeFileSync(
      join(folder, 'mine.yaml'),
      'partners: [{ name: mine, kind: campaigns, path: ads.yaml }]\nlisten: { publicUrl: "http://ads.example" }\n',
    );
    const { code, stdout, stderr } = await parley(['check', 'mine.yaml'], { folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'mine.yaml is right',
      'note: partner mine has campaigns that have ended: over',
      'note: partners names a list, so the default partners house and shop are not added and no sample campaigns are created',
      'note: listen.publicUrl is not https, so impressions with secure: 1 get no trackers',
      'note: neither admin.token nor admin.tokens is set, so every user of this machine may use the console at 127.0.0.1',
      '',
    ]);
  });

  test('notes nothing about a file that names a token, an https URL and sample partners', async () => {
    const { folder } = withFile(
      'mine.yaml',
      'admin: { token: 0123456789abcdef0123456789abcdef }\nlisten: { publicUrl: "https://ads.example" }\n',
    );
    const { stdout } = await parley(['check', 'mine.yaml'], { folder });
    expect(stdout).toBe('mine.yaml is right\n');
  });

  test('says what is wrong with a bad file, and where', async () => {
    const { folder, file } = withFile('mine.yaml', 'listen:\n  port: 90000\n');
    const { code, stdout, stderr } = await parley(['check', 'mine.yaml'], { folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `${file}, line 2: listen.port: expected an integer from 0 to 65535, but got 90000\n`,
    );
  });

  test('without a file judges what `start` would read', async () => {
    const { folder, file } = withFile('parley.yaml', 'listne: {}\n');
    const bad = await parley(['check'], { folder });
    expect(bad.code).toBe(1);
    expect(bad.stderr).toStartWith(`${file}, line 1: listne: unknown key`);

    const other = withFile('other.yaml', 'auction: { defaultType: 2 }\n');
    const env = { PARLEY_CONFIG: other.file };
    const good = await parley(['check'], { folder, env });
    expect([good.code, good.stderr]).toEqual([0, '']);
    expect(good.stdout).toStartWith(`${other.file} is right\n`);
  });

  test('names the file that lacks keys for notices, wherever the database is named', async () => {
    const reason = 'notices.keys: expected at least one key';
    const { folder, file } = withFile('mine.yaml', 'databaseUrl: postgres://db/parley\n');
    const named = await parley(['check', 'mine.yaml'], { folder });
    expect([named.code, named.stderr.startsWith(`${file}: ${reason}`)]).toEqual([1, true]);

    const found = withFile('parley.yaml', 'listen: { port: 1 }\n');
    const env = { DATABASE_URL: 'postgres://db/parley' };
    const { stderr } = await parley(['check'], { folder: found.folder, env });
    expect(stderr).toStartWith(`${found.file}: ${reason}`);
    expect((await parley(['check'], { env })).stderr).toStartWith(reason);
  });

  for (const flag of ['--help', '-h']) {
    test(`${flag} says how it is used, and reads no file`, async () => {
      const { code, stdout, stderr } = await parley(['check', flag, 'nothing.yaml']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('Usage: parley check [file]');
    });
  }

  test('takes one file, and no option that it does not know', async () => {
    const { folder } = withFile('a.yaml', '{}\n');
    const two = await parley(['check', 'a.yaml', 'b.yaml'], { folder });
    expect(two).toEqual({
      code: 2,
      stdout: '',
      stderr: 'parley check: expected one file, but got 2: a.yaml, b.yaml\n',
    });
    const { code, stdout, stderr } = await parley(['check', '--fix'], { folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^parley check: .*--fix/);
  });

  test('judges the environment too', async () => {
    const { code, stderr } = await parley(['check'], { env: { REDIS_URL: 'localhost:6379' } });
    expect(code).toBe(1);
    expect(stderr).toStartWith('the environment variable REDIS_URL: expected a URL');
  });

  test('says so if the file cannot be read', async () => {
    const { code, stderr } = await parley(['check', 'nothing.yaml']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/nothing\.yaml cannot be read: ENOENT/);
  });
});
