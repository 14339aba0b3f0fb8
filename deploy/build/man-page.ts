/** The manual page parley(1), made of what the program says of itself with --help. */

type Help = (...args: readonly string[]) => string;

export type Edition = { readonly version: string; readonly date: string };

/** What the Debian package installs. */
const FILES: Readonly<Record<string, string>> = {
  'parley.yaml':
    'The config, in the folder of the start. /usr/share/doc/parley/docs/config.md describes every key.',
  '.env': 'Variables of the environment, in the folder of the start.',
  '/etc/parley/parley.yaml': 'The config of the service.',
  '/etc/default/parley':
    'Variables of the service, such as PARLEY_ADMIN_TOKEN. A purge removes it.',
  '/var/lib/parley': 'The data of the service: the database, the journals, the key of the notices.',
  '/var/backups/parley': 'The backups of parley-backup.timer, which has to be enabled.',
  '/usr/sbin/parley-service':
    'Runs a command of parley with the user, the config and the variables of the service.',
  '/usr/share/doc/parley/docs': 'The pages that are called docs/ here.',
};

export function manPage(help: Help, { version, date }: Edition): string {
  const overview = help('--help');
  const [intro = '', environment = '', exitCodes = ''] = overview.split(
    /^(?:Environment|Exit codes):\n/m,
  );
  const [title = '', usage = '', ...description] = intro.split(/\n{2,}/);
  const commands = [...intro.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name = '']) => name);
  return [
    `.TH PARLEY 1 ${date} "Parley ${version}" "User Commands"`,
    // Names are not broken, and lines are not stretched.
    '.nh',
    '.ad l',
    '.SH NAME',
    `parley \\- ${escaped(title.replace(/^Parley, /, ''))}`,
    '.SH SYNOPSIS',
    ...linesOf(usage),
    '.SH DESCRIPTION',
    ...linesOf(description.join('\n\n')),
    '.SH COMMANDS',
    ...commands.flatMap((name) => [`.SS ${escaped(name)}`, ...linesOf(help(name, '--help'))]),
    '.SH ENVIRONMENT',
    ...linesOf(environment),
    '.SH FILES',
    ...Object.entries(FILES).flatMap(([path, meaning]) => item(path, meaning)),
    '.SH EXIT STATUS',
    ...linesOf(exitCodes),
    '.SH SEE ALSO',
    'parley\\-service(8), and http://localhost:8081/docs/ on a machine whose Parley runs.',
    '',
  ].join('\n');
}

/** A name, then what it means: with two spaces between, or one after the value of an option. */
const ITEM = /^ {2}(?:(\S.*?) {2,}|(--\S+ <[^>]+>) )(\S.*)$/;

/** The help as requests of man(7): paragraphs, lists and, word for word, the usage and examples. */
function linesOf(text: string): readonly string[] {
  return text
    .trimEnd()
    .split(/\n{2,}/)
    .flatMap((block, index) => {
      const lines = block.split('\n').filter((line) => line !== '');
      const [first = ''] = lines;
      const begin = index === 0 ? [] : ['.PP'];
      if (first.startsWith('Usage: ')) {
        return [...begin, ...asItIs(lines.map((line) => line.replace(/^(Usage:)? +/, '')))];
      }
      return ITEM.test(first) ? lines.flatMap(listLine) : [...begin, ...lines.flatMap(textLine)];
    });
}

function listLine(line: string): readonly string[] {
  const [, wide, option, meaning = ''] = ITEM.exec(line) ?? [];
  const name = wide ?? option;
  return name === undefined ? [escaped(line.trim())] : item(name, meaning);
}

/** A word that is longer does not fit into a line of a terminal. */
const WORD_MAX = 60;

function textLine(line: string): readonly string[] {
  const isExample = line.startsWith('  ') || line.split(' ').some((word) => word.length > WORD_MAX);
  return isExample ? asItIs([line]) : [escaped(line)];
}

const item = (name: string, meaning: string): readonly string[] => [
  '.TP',
  `\\fB${escaped(name)}\\fR`,
  escaped(meaning),
];

const asItIs = (lines: readonly string[]): readonly string[] => [
  '.nf',
  ...lines.map(escaped),
  '.fi',
];

/** A hyphen is a minus, so that an option can be copied; a line of text must not look like a request. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&');
}
