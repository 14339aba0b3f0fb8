import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { manPage } from '../../deploy/build/man-page.ts';
import { ROOT } from '../../deploy/build/programs.ts';

const help = (...args: readonly string[]) =>
  Bun.spawnSync([join(ROOT, 'bin/parley'), ...args]).stdout.toString();

const PAGE = manPage(help, { version: '1.2.3', date: '2026-11-18' });

/** As man(7) has it: a minus is escaped. */
const inRoff = (text: string) => text.replaceAll('-', '\\-');

const listedIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ {2}([\w-]+)/gm)].map(([, name = '']) => name);

const COMMANDS = listedIn(help('--help').split('Environment:')[0] ?? '');

test('the manual has every command with every option, each with its meaning', () => {
  expect(COMMANDS.length).toBeGreaterThan(10);
  for (const command of COMMANDS) {
    const [, section = ''] = PAGE.split(`.SS ${inRoff(command)}\n`);
    expect(section).toContain(`parley ${inRoff(command)}`);
    const options = help(command, '--help').matchAll(/^ {2}(--[\w-]+)/gm);
    for (const [, option = ''] of options) {
      expect(section).toMatch(
        new RegExp(`^\\.TP\\n\\\\fB${RegExp.escape(inRoff(option))}\\b.*\\n\\S`, 'm'),
      );
    }
  }
});

test('the manual has the variables, the files and the exit codes', () => {
  for (const [heading, name] of [
    ['ENVIRONMENT', 'PARLEY_CONFIG'],
    ['ENVIRONMENT', 'LOG_LEVEL'],
    ['FILES', '/etc/parley/parley.yaml'],
    ['EXIT STATUS', '2'],
  ]) {
    const [section = ''] = (PAGE.split(`.SH ${heading}\n`)[1] ?? '').split('\n.SH ');
    expect(section).toContain(`.TP\n\\fB${name}\\fR\n`);
  }
  expect(PAGE).toContain('"Parley 1.2.3"');
  expect(PAGE).toContain('parley \\- an OpenRTB 2.6 exchange');
});

test('no line of a help becomes a request of man(7), and a backslash stays one', () => {
  const said = (...args: readonly string[]) =>
    args.length === 1
      ? 'Parley, a test\n\nUsage: parley <command>\n\n  try  it\n'
      : "It does\n.so /etc/passwd\n'br \\n\n";
  const page = manPage(said, { version: '1', date: '2026-11-18' });
  expect(page).toContain("It does\n\\&.so /etc/passwd\n\\&'br \\en\n");
});
