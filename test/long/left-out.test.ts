import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { BUN, cleanUp, ROOT, run, temporaryFolder } from '../process.ts';

afterAll(cleanUp);

/** The project, whose sources each test takes something out of. */
let project: string;
beforeAll(() => {
  project = temporaryFolder();
  for (const name of readdirSync(ROOT)) {
    if (name === 'src') cpSync(join(ROOT, name), join(project, name), { recursive: true });
    else if (!name.startsWith('.')) symlinkSync(join(ROOT, name), join(project, name));
  }
  for (const [name, { extending, include, exclude }] of Object.entries(CHECKED)) {
    const config = { extends: extending, include, exclude: ['src/**/*.test.ts', ...exclude] };
    writeFileSync(join(project, name), JSON.stringify(config));
  }
});

const PAGES = ['src/ui', 'src/parts/*/page', 'src/programs/console'];
const LISTS = ['src/programs/standard-parts.ts', 'src/programs/standard-pages.ts'] as const;

/** What is checked on the server, and in the browser. */
const CHECKED = {
  'server.json': { extending: './tsconfig.json', include: ['src'], exclude: [...PAGES, LISTS[1]] },
  'pages.json': { extending: './src/ui/tsconfig.json', include: [...PAGES, LISTS[1]], exclude: [] },
} as const;

const TSC = join(ROOT, 'node_modules/.bin/tsc');

/** What does not compile. After the first time, only what has changed is looked at. */
function faultsOf(config: string): string {
  const known = join(project, `${config}.known`);
  const { stdout } = Bun.spawnSync(
    [TSC, '--noEmit', '-p', join(project, config), '--incremental', '--tsBuildInfoFile', known],
    { cwd: project },
  );
  return stdout.toString();
}

/** Without the line that imports it, and without the line of the list. */
function without(list: string, part: string): string {
  const name = new RegExp(`^import \\{ (\\w+) \\} from '../parts/${part}/`, 'm').exec(list)?.[1];
  const lines = list.split('\n');
  return lines
    .filter((line) => !line.includes(`'../parts/${part}/`) && line !== `  ${name},`)
    .join('\n');
}

const idsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^ {4}id: '(\w+)'/gm)].map(([, id = '']) => id);

async function textOf(url: string): Promise<string> {
  const response = await fetch(url);
  expect([url, response.status]).toEqual([url, 200]);
  return response.text();
}

/** Sells one impression, and shows the console. Returns what the browser runs first. */
async function served(): Promise<string> {
  const main = join(project, 'src/programs/cli/main.ts');
  const env = { PORT: '0', ADMIN_PORT: '0', HOST: '127.0.0.1' };
  const server = run([main, 'start'], { command: BUN, env });
  try {
    await server.printed('"Parley is listening"');
    const { url, adminUrl } = JSON.parse(
      server
        .stdout()
        .split('\n')
        .find((line) => line.includes('"Parley is listening"')) ?? '',
    );
    const body = readFileSync(join(ROOT, 'examples/request.json'));
    const bid = await fetch(`${url}/openrtb2`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect(bid.status).toBe(200);
    const html = await textOf(`${adminUrl}/`);
    const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)];
    return (await Promise.all(scripts.map(([, path]) => textOf(adminUrl + path)))).join('\n');
  } finally {
    process.kill(server.pid, 'SIGTERM');
    await server.exited;
  }
}

const PARTS = readdirSync(join(ROOT, 'src/parts'));

test.each(PARTS)('without %s all others compile, serve and are shown', async (part) => {
  const folder = join(project, 'src/parts', part);
  const aside = join(project, `aside-${part}`);
  const lists = LISTS.map((list) => [
    join(project, list),
    readFileSync(join(project, list), 'utf8'),
  ]);
  for (const [file = '', text = ''] of lists) writeFileSync(file, without(text, part));
  renameSync(folder, aside);
  try {
    expect(Object.keys(CHECKED).map(faultsOf).join('')).toBe('');
    const shown = await served();
    const all = PARTS.flatMap((one) => {
      const pages = join(ROOT, 'src/parts', one, 'page/pages.ts');
      return existsSync(pages) ? idsOf(pages).map((id) => [one, id]) : [];
    });
    const there = all.filter(([, id]) => shown.includes(`id:"${id}"`));
    expect(there).toEqual(all.filter(([one]) => one !== part));
  } finally {
    renameSync(aside, folder);
    for (const [file = '', text = ''] of lists) writeFileSync(file, text);
  }
});
