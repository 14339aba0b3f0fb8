import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DEFAULT_PARTNERS } from '../../../src/host/config/default-partners.ts';
import type { Machine } from '../../../src/host/machine/machine.ts';
import { cleanUp, ROOT } from '../../../test/process.ts';
import { startTestServer } from '../../../test/server.ts';
import { PATIENT_ASK_MS } from '../patient-ask.ts';
import { compile } from './compile.ts';
import { BUN, emptyProject, installPacked, type Project, packKit } from './packed.ts';

let project: Project;
let exchange: Machine;
beforeAll(async () => {
  [project, exchange] = await Promise.all([
    installPacked(),
    startTestServer({ partners: DEFAULT_PARTNERS, partnersFrom: 'defaults' }),
  ]);
});
afterAll(async () => {
  await exchange.stop(0);
  await cleanUp();
});

/** All that a bare project needs for an ad. */
const FIFTEEN_LINES = `
import { createParley } from '@parley/kit';
const parley = createParley({
  url: process.env.EXCHANGE,
  publisher: 'pub-1',
  test: true,
  timeoutMs: ${PATIENT_ASK_MS},
});
const { ad, reason, request } = await parley.ask({
  messages: [{ role: 'user', content: 'I need trail running shoes under $150' }],
});
console.log(JSON.stringify({ title: ad?.title, reason, keywords: request?.site.keywords }));
`;

describe('packed and installed into an empty project', () => {
  test.each([
    ['Node', 'node'],
    ['Bun', BUN],
  ])('fifteen lines get an ad on %s', async (_, command) => {
    project.write('ask.mjs', FIFTEEN_LINES.replace('process.env.EXCHANGE', `'${exchange.url}'`));
    expect(FIFTEEN_LINES.trim().split('\n').length).toBeLessThanOrEqual(15);
    const { title, reason, keywords } = JSON.parse(await project.run(command, 'ask.mjs'));
    expect(title).toBeString();
    expect(reason).toBeNull();
    expect(keywords).toContain('trail running shoes');
  });

  test('what depends on the runtime holds on Node', async () => {
    project.write('on-node.mjs', readFileSync(join(import.meta.dir, 'on-node.mjs'), 'utf8'));
    expect(await project.run('node', '--test', 'on-node.mjs')).toContain('# fail 0');
  });

  test('every entry can be imported on a server, those for browsers too', async () => {
    project.write('node_modules/react/package.json', '{ "name": "react", "exports": "./r.js" }');
    project.write(
      'node_modules/react/r.js',
      'exports.createElement = exports.useEffect = exports.useRef = 0;',
    );
    const types = ['/types/react', '/types/vue', '/types/svelte'];
    const entries = ['', '/element', '/react', '/streams', '/api', ...types];
    const lines = entries.map((entry) => `await import('@parley/kit${entry}');`);
    project.write('import.mjs', `${lines.join('\n')}\nconsole.log('all');`);
    expect(await project.run('node', 'import.mjs')).toBe('all\n');
    expect(await project.run(BUN, 'import.mjs')).toBe('all\n');
  });

  test('it has no dependency that is installed with it', () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(project.installed, 'package.json'), 'utf8'),
    );
    expect(dependencies).toBeUndefined();
    expect(
      readdirSync(join(project.folder, 'node_modules')).filter((name) => !/^[.]|react/.test(name)),
    ).toEqual(['@parley']);
  });

  test.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])('its types hold with module resolution %s', async (resolution, module) => {
    project.write('typed.mts', TYPED);
    await compile(project, ['typed.mts'], ['--module', module, '--moduleResolution', resolution]);
  });
});

const TYPED = `
import { createParley, rules, type Ad } from '@parley/kit';
import '@parley/kit/element';
import { withAd, withAdEvent } from '@parley/kit/streams';
import type { BidRequest, BidResponse, ErrorBody } from '@parley/kit/api';
const parley = createParley({ url: 'http://localhost:8080', publisher: 'pub-1' });
const { ad, request } = await parley.ask({ messages: [{ role: 'user', content: 'Hello' }] });
document.createElement('parley-ad').ad = ad;
// @ts-expect-error The types are there, and not \`any\`.
ad?.title satisfies number;
const shown: Ad | null = ad;
const sent: BidRequest | null = request;
rules([]).keywords satisfies readonly string[];
export { shown, sent, withAd, withAdEvent, type BidResponse, type ErrorBody };
`;

const ENTRIES = ['api', 'element', 'parley', 'react', 'streams'];
const TYPES = ['types-react', 'types-svelte', 'types-vue'];
const WORDS =
  'brands languages lexicons names ordinary others secrets sensitive subjects unwanted'.split(' ');

const installed = () =>
  readdirSync(project.installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(project.installed.length + 1))
    .sort();
const textOf = (file: string) => readFileSync(join(project.installed, file), 'utf8');
const isTypes = (file: string) => file.startsWith('dist/types/');

test('the package has its entries, their word lists, the licence and the README, and nothing else beside types', () => {
  expect(installed().filter((file) => !isTypes(file))).toEqual(
    [
      'LICENSE',
      'README.md',
      ...[...ENTRIES, ...TYPES].map((name) => `dist/${name}.js`),
      ...WORDS.map((name) => `dist/words/${name}.js`),
      'package.json',
    ].sort(),
  );
});
test('the package holds no source map, no path of the machine that built it, and no source', () => {
  for (const file of installed()) {
    const text = textOf(file);
    expect(text).not.toContain('sourceMappingURL');
    for (const path of [ROOT, `${homedir()}/`, 'file://']) expect(text).not.toContain(path);
    expect(file).not.toMatch(/\.map$|(?<!\.d)\.tsx?$|\.test\./);
  }
});
test('the package names a file and its types for every entry', () => {
  const { exports } = JSON.parse(textOf('package.json'));
  const entries: readonly { readonly types: string; readonly default: string }[] =
    Object.values(exports);
  expect(entries).toHaveLength(ENTRIES.length + TYPES.length);
  for (const entry of entries) {
    // The first condition that fits counts: a compiler takes the types, everybody else the code.
    expect(Object.keys(entry)).toEqual(['types', 'default']);
    for (const file of Object.values(entry)) {
      expect(existsSync(join(project.installed, file))).toBeTrue();
    }
  }
});
test('the package would be taken by npm publish', async () => {
  const pack = await packKit();
  const args = ['publish', pack, '--dry-run', '--offline', '--json', '--loglevel=error'];
  const printed = await emptyProject().run('npm', ...args);
  const { version } = JSON.parse(textOf('package.json'));
  expect(printed).toContain(`"@parley/kit@${version}"`);
});
/** Minified and compressed, as a bundler and a web server would have it. The word lists are data of their own. */
test.each([
  ['parley', 43_000],
  ['element', 15_000],
  ['words/languages', 96_000],
  ['words/lexicons', 400_000],
  ['words/sensitive', 210_000],
])('the file %s has at most %d bytes', async (file, bytesMax) => {
  const { outputs } = await Bun.build({
    entrypoints: [join(project.installed, `dist/${file}.js`)],
    minify: true,
    target: 'browser',
    external: ['./*'],
  });
  const bytes = gzipSync((await outputs[0]?.text()) ?? '', { level: 9 }).length;
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(bytesMax);
});

test('the entries for servers use what the web has and nothing of a runtime', () => {
  for (const entry of ['parley', 'streams']) {
    const source = readFileSync(join(project.installed, `dist/${entry}.js`), 'utf8');
    expect(source.replaceAll(/from "\.\/words\/\w+\.js"/g, '')).not.toMatch(
      /\b(?:process|Buffer|Bun|Deno|require|__dirname)\b[.(]|from "|import\(/,
    );
  }
});
