import { afterAll, describe, expect, test } from 'bun:test';
import { runCommand } from '../../../test/command.ts';
import { cleanUp } from '../../../test/process.ts';
import { campaigns } from '../../parts/campaigns/command.ts';
import { replay } from '../../parts/insight/command.ts';
import { derive } from '../../parts/playground/command.ts';
import { statement } from '../../parts/statements/command.ts';
import { backup, restore } from './backup.ts';
import { catalog } from './catalog.ts';
import { check } from './check.ts';
import { health } from './health.ts';
import { mockDsp } from './mock-dsp.ts';
import { rates } from './rates.ts';
import REFUSED from './refused-arguments.json';
import { report } from './report.ts';

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

describe('arguments that mean nothing are refused with exit code 2', () => {
  const cases = Object.entries(REFUSED).flatMap(([name, rows]) =>
    rows.map(([line = '', words = '']) => [name, line, words] as const),
  );
  test.each(cases)('parley %s %s', async (name, line, words) => {
    const args = line === '' ? [] : line.split(' ');
    const { code, stdout, stderr } = await runCommand(COMMANDS[name as Name], args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
  });
});
