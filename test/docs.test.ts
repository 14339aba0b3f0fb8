import { afterAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFault, loadConfig } from '../src/config/config.ts';
import { reportText } from '../src/ledger/report-text.ts';
import { isObject } from '../src/lib/schema-fault.ts';
import { parseYaml } from '../src/lib/yaml.ts';
import { NO_BID_REASONS } from '../src/openrtb/no-bid.ts';
import { STATUS_BY_CODE } from '../src/openrtb/refusal.ts';
import { DIMENSION_NAMES } from '../src/sale/dimensions.ts';
import { load } from './config-file.ts';
import { configKeys } from './config-keys.ts';
import { readPath } from './conformance/paths.ts';
import { cleanUp, ROOT } from './process.ts';

afterAll(cleanUp);

const PAGE = readFileSync(join(ROOT, 'docs/config.md'), 'utf8');

type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** The tables of the page, cell by cell. */
const TABLES: readonly Table[] = (PAGE.match(/(?:^\|.*\n)+/gm) ?? []).map((text) => {
  const [columns = [], , ...rows] = text.trim().split('\n').map(cells);
  return { columns, rows };
});

function cells(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

type Row = Readonly<Record<string, string>>;

function rowsOf(firstColumn: string): readonly Row[] {
  return TABLES.filter(({ columns }) => columns[0] === firstColumn).flatMap(({ columns, rows }) =>
    rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i] ?? '']))),
  );
}

const KEYS = rowsOf('Key');
const unquoted = (cell = '') => cell.replaceAll('`', '');

describe('docs/notices.md', () => {
  const page = readFileSync(join(ROOT, 'docs/notices.md'), 'utf8');

  test('names every dimension that a notice contains', () => {
    const [, list = ''] = /the dimensions of reports \(([^)]+)\)/.exec(page) ?? [];
    expect(list.split(', ')).toEqual(DIMENSION_NAMES.map((name) => `\`${name}\``));
  });

  test('shows a report with the columns of a report', () => {
    const [, shown = ''] = /^(publisher {2}partner .*)$/m.exec(page) ?? [];
    const question = { by: ['publisher', 'partner'], where: {}, fromMs: 0, toMs: 1 };
    const report = { question, rows: [], totals: { keys: [], sums: {} }, isCut: false };
    const [head = ''] = reportText(report, 'table').split('\n');
    expect(shown.split(/ +/)).toEqual(head.trim().split(/ +/));
  });
});

describe('docs/requests.md', () => {
  const page = readFileSync(join(ROOT, 'docs/requests.md'), 'utf8');

  test('lists every reason for an empty response, the most telling first', () => {
    const [, below = ''] = page.split('\n## No ad: the reasons\n');
    const [section = ''] = below.split('\n## ');
    const listed = [...section.matchAll(/^\| `([a-z-]+)` /gm)].map(([, reason]) => reason);
    expect(listed).toEqual([...NO_BID_REASONS].reverse());
  });

  test('lists every error code with its status', () => {
    const rows = [...page.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \| ([\d, ]+) \|/gm)];
    const listed = rows.flatMap(([, codes = '', statuses = '']) => {
      const each = statuses.split(', ').map(Number);
      return unquoted(codes)
        .split(', ')
        .map((code, index) => [code, each[index]]);
    });
    expect(Object.fromEntries(listed)).toEqual(STATUS_BY_CODE);
  });
});

describe('docs/config.md', () => {
  test('documents every key of the config, and none that does not exist', () => {
    const documented = KEYS.map(({ Key }) => unquoted(Key));
    expect([...documented].sort()).toEqual(
      configKeys()
        .map(({ path }) => path)
        .sort(),
    );
  });

  test('leaves no cell of a key empty', () => {
    const gaps = KEYS.filter((row) => Object.values(row).includes(''));
    expect(gaps).toEqual([]);
  });

  test('says of each partner key which kinds take it', () => {
    const all = configKeys().find(({ path }) => path === 'partners[].kind')?.kinds;
    for (const { path, kinds } of configKeys().filter(({ kinds }) => kinds.length > 0)) {
      const row = KEYS.find(({ Key }) => unquoted(Key) === path);
      const named = unquoted(row?.Kinds).split(', ');
      expect({ path, kinds: named[0] === 'all' ? all : named }).toEqual({ path, kinds });
    }
  });

  test('gives the defaults that a start without a file has', () => {
    const config = loadConfig({}, '/nowhere');
    if (config instanceof ConfigFault) throw new Error(config.message);
    const shown = { ...config, dataDir: config.dataDir.replace('/nowhere/', '') };
    for (const { Key, Default } of KEYS.filter(({ Key }) => !Key?.includes('[]'))) {
      const value = readPath(shown, unquoted(Key));
      const written = typeof value === 'string' ? value : JSON.stringify(value);
      expect(`${Key} ${unquoted(Default)}`).toBe(`${Key} ${written ?? 'none'}`);
    }
  });

  const documented = rowsOf('Variable').map(({ Variable }) => unquoted(Variable));

  test('names the same variables of the environment as parley --help', () => {
    const help = Bun.spawnSync([join(ROOT, 'bin/parley'), '--help']).stdout.toString();
    const [, list = ''] = /^Environment:\n\n([\s\S]*?)\n\n/m.exec(help) ?? [];
    expect(list.split('\n').map((line) => line.trim().split(' ')[0])).toEqual(documented);
  });

  test('names every variable of the environment that the config reads', () => {
    const source = ['src/config/config.ts', 'src/cli/start.ts', 'bin/bun']
      .map((file) => readFileSync(join(ROOT, file), 'utf8'))
      .join('\n');
    const read = source.matchAll(/env\.([A-Z_]+)|given\('([A-Z_]+)'\)|export (\w+)=/g);
    const names = new Set([...read].map(([, ...groups]) => groups.find((name) => name) ?? ''));
    expect([...documented].sort()).toEqual([...names].sort());
  });
});

describe('its example', () => {
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(PAGE) ?? [];

  test('loads as it stands', () => {
    const env = {
      PARLEY_ADMIN_TOKEN: '0123456789abcdef',
      PARLEY_ANN_TOKEN: 'fedcba9876543210',
      PARLEY_NOVA_TOKEN: '0123456789fedcba',
      PARLEY_DB_PASSWORD: 'secret',
      PARLEY_WEBHOOK_SECRET: '0123456789abcdef',
      PUB_1_KEY: '0123456789abcdef',
      ACME_KEY: 'k-1',
      PARLEY_NOTICE_KEY: '0123456789abcdef0123456789abcdef',
    };
    const config = load(example, env);
    expect(config.admin.token).toBe(env.PARLEY_ADMIN_TOKEN);
    expect(config.partners.map(({ kind }) => kind)).toEqual([
      'campaigns',
      'campaigns',
      'product-search',
      'product-search',
      'openrtb',
    ]);
  });

  test('shows every key', () => {
    const document = parseYaml(example);
    const shown = new Set('value' in document ? leaves(document.value, '') : []);
    const shownBelow = (path: string) =>
      [...shown].some((leaf) => leaf.startsWith(`${path}.`) || leaf.startsWith(`${path}[]`));
    const hidden = configKeys().filter(({ path }) => !shown.has(path) && !shownBelow(path));
    // Only one of it and redisUrl may be set.
    expect(hidden.map(({ path }) => path)).toEqual(['redisClusterUrls']);
  });
});

/** The paths of a value's leaves, written like those of the schema. */
function leaves(value: unknown, path: string): readonly string[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      leaves(item, path === '' ? key : `${path}.${key}`),
    );
  }
  const items = Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : [];
  return items.length > 0 ? items.flatMap((item) => leaves(item, `${path}[]`)) : [path];
}
