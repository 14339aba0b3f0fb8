import { afterAll, describe, expect, test } from 'bun:test';
import { runCommand } from '../../test/command.ts';
import { cleanUp } from '../../test/process.ts';
import { backup, restore } from './backup.ts';
import { campaigns } from './campaigns.ts';
import { catalog } from './catalog.ts';
import { check } from './check.ts';
import { derive } from './derive.ts';
import { health } from './health.ts';
import { mockDsp } from './mock-dsp.ts';
import { rates } from './rates.ts';
import { replay } from './replay.ts';
import { report } from './report.ts';
import { statement } from './statement.ts';

afterAll(cleanUp);

const COMMANDS = {
  backup,
  restore,
  campaigns,
  catalog,
  check,
  derive,
  health,
  'mock-dsp': mockDsp,
  rates,
  replay,
  report,
  statement,
};
type Name = keyof typeof COMMANDS;

describe('a command', () => {
  test.each(Object.entries(COMMANDS))('%s explains itself', async (name, command) => {
    const { code, stdout, stderr } = await runCommand(command, ['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: parley ${name}`);
  });

  test.each(['backup', 'campaigns export own', 'health', 'report'])(
    '%s exits 1 where the config cannot be read',
    async (line) => {
      const [name = '', ...args] = line === 'backup' ? ['backup', 'a'] : line.split(' ');
      const env = { PARLEY_CONFIG: '/nonexistent' };
      const { code, stderr } = await runCommand(COMMANDS[name as Name], args, env);
      expect([code, stderr]).toEqual([1, expect.stringContaining('/nonexistent cannot be read')]);
    },
  );
});

/** The arguments, and what the refusal says of them. */
const REFUSED: Readonly<Partial<Record<Name, readonly (readonly [string, string])[]>>> = {
  backup: [
    ['', 'expected one folder'],
    ['a b', 'expected one folder'],
    ['--all a', "'--all'"],
    ['--keep 0 a', '--keep: '],
    ['--keep 1.5 a', '--keep: '],
    ['--keep all a', '--keep: '],
    ['--keep 10001 a', '--keep: '],
  ],
  restore: [
    ['', 'expected one folder'],
    ['--all a', "'--all'"],
  ],
  campaigns: [
    ['', 'expected export or import'],
    ['list', 'expected export or import'],
    ['export', 'expected the name of'],
    ['import own', 'expected a file'],
    ['export own a.yaml b.yaml', 'expected one file'],
    ['export own --format xml', '--format: '],
    ['export own --state archived', '--state: '],
  ],
  catalog: [
    ['--port x', '--port: '],
    ['--image-base-url cdn', '--image-base-url: '],
    ['--colour red', "'--colour'"],
  ],
  check: [['a.yaml b.yaml', 'expected one file']],
  derive: [['--what', 'Usage: parley derive']],
  health: [['now', 'Usage: parley health']],
  'mock-dsp': [
    ['--port 65536', '--port: '],
    ['--price 4-2', '--price: '],
    ['--latency 80,20', '--latency: '],
    ['--error-rate 2', '--error-rate: '],
    ['--adomain https://x', '--adomain: '],
    ['--error-rate 0.6 --hang-rate 0.6', 'expected at most 1'],
  ],
  rates: [
    ['a b', 'parley rates: '],
    ['a --url http://x', 'parley rates: '],
    ['--url bank', 'parley rates: '],
  ],
  report: [
    ['--format xml', '--format: '],
    ['--where acme', '--where: '],
    ['--where =x', '--where: '],
    ['--last long', '--last: '],
    ['--colour', "'--colour'"],
  ],
  statement: [
    ['', 'expected a month'],
    ['October', 'expected a month'],
    ['2026-10 2026-10', 'expected one month'],
    ['2026-10 --format pdf', '--format: '],
    ['2026-10 --format html', '--format: '],
    ['2026-10 --publisher a --partner b', 'expected --publisher or --partner'],
  ],
};

describe('arguments that mean nothing are refused with exit code 2', () => {
  const cases = Object.entries(REFUSED).flatMap(([name, rows]) =>
    rows.map(([line, words]) => [name, line, words] as const),
  );
  test.each(cases)('parley %s %s', async (name, line, words) => {
    const args = line === '' ? [] : line.split(' ');
    const { code, stdout, stderr } = await runCommand(COMMANDS[name as Name], args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
  });
});
