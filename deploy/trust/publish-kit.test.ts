import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import kit from '../../kit/package.json';
import exchange from '../../package.json';
import { cleanUp, run, temporaryFolder } from '../../test/process.ts';
import { ROOT } from './production-packages.ts';

afterAll(cleanUp);

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const workflow = parse(read('.github/workflows/publish-kit.yaml'));
const { publish } = workflow.jobs;
const steps: readonly { readonly run?: string; readonly 'working-directory'?: string }[] =
  publish.steps;
const commands = steps.flatMap((step) => step.run ?? []);
const [checkTag = '', , , nameRepository = ''] = commands;

const VARIABLES = {
  GITHUB_SERVER_URL: 'https://forge.example',
  GITHUB_REPOSITORY: 'somebody/parley',
  GITHUB_REF_NAME: `kit-v${kit.version}`,
};

/** Among the workspaces, as in the repository: npm has to change and to read that of the kit. */
function inKitCopy(command: string, folder: string, env: Readonly<Record<string, string>>) {
  for (const workspace of ['.', ...exchange.workspaces]) {
    mkdirSync(join(folder, workspace), { recursive: true });
    copyFileSync(join(ROOT, workspace, 'package.json'), join(folder, workspace, 'package.json'));
  }
  const isInKit = steps.some((one) => one.run === command && one['working-directory'] === 'kit');
  return run(['-ec', command], {
    command: 'sh',
    folder: isInKit ? join(folder, 'kit') : folder,
    env,
  });
}

describe('the workflow that publishes the kit', () => {
  test('runs for tags of the kit alone, within a time', () => {
    expect(workflow.on).toEqual({ push: { tags: ['kit-v*'] } });
    expect(publish['timeout-minutes']).toBeGreaterThan(0);
  });

  test('may read the repository and prove what it is, and has no secret', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(read('.github/workflows/publish-kit.yaml')).not.toContain('secrets.');
  });

  test('installs from the lock file, tests, and publishes with provenance as its last step', () => {
    expect(commands.slice(1, 3)).toEqual(['npm ci --no-audit --no-fund', 'npm test -- kit/']);
    expect(steps.at(-1)).toEqual({
      'working-directory': 'kit',
      run: 'npm publish --provenance --access public',
    });
  });

  test.each([
    [`kit-v${kit.version}`, 0],
    ['kit-v99.0.0', 1],
    [`v${kit.version}`, 1],
  ])('takes the tag %s with exit code %d', async (GITHUB_REF_NAME, expected) => {
    const checked = inKitCopy(checkTag, temporaryFolder(), { ...VARIABLES, GITHUB_REF_NAME });
    expect((await checked.exited).code).toBe(expected);
  });

  test('has the package name the repository that it comes from', async () => {
    const folder = temporaryFolder();
    expect((await inKitCopy(nameRepository, folder, VARIABLES).exited).code).toBe(0);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(read('package.json'));
    expect(JSON.parse(readFileSync(join(folder, 'kit/package.json'), 'utf8'))).toEqual({
      ...kit,
      repository: {
        type: 'git',
        url: 'git+https://forge.example/somebody/parley.git',
        directory: 'kit',
      },
      homepage: `https://forge.example/somebody/parley/blob/kit-v${kit.version}/docs/integrate/chat.md`,
      bugs: { url: 'https://forge.example/somebody/parley/issues' },
    });
  });
});

describe('docs/release.md', () => {
  const page = read('docs/release.md');

  test('has a row for this version of the kit, and the Node that it needs', () => {
    const minor = kit.version.split('.').slice(0, 2).join('.');
    const node = kit.engines.node.replace('>=', '');
    expect(page).toMatch(
      new RegExp(`^\\| ${minor.replace('.', '\\.')} .*\\| ${node} or later`, 'm'),
    );
  });

  test('speaks of commands and files that there are', () => {
    const scripts = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(scripts.filter((name) => !Object.hasOwn(exchange.scripts, name ?? ''))).toEqual([]);
    const files = [...page.matchAll(/`([\w./-]+\.(?:ya?ml|ts|json|md))`/g)].map(([, name]) => name);
    expect(files).toContain('.github/workflows/publish-kit.yaml');
    const folders = ['', '.github/workflows'];
    const missing = files.filter(
      (file) => !folders.some((folder) => Bun.file(join(ROOT, folder, `${file}`)).size > 0),
    );
    expect(missing).toEqual([]);
  });
});

test('the lock file and the pages name the versions of the exchange and of the kit', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  expect([packages[''].version, packages.kit.version]).toEqual([exchange.version, kit.version]);
  for (const [file, pattern, version] of [
    ['docs/integrate/chat.md', /parley-kit-([\d.]+)\.tgz/g, kit.version],
    ['docs/integrate/chat-express-react.md', /parley-kit-([\d.]+)\.tgz/g, kit.version],
    ['docs/deploy/service.md', /parley_([\d.]+)_amd64/g, exchange.version],
  ] as const) {
    const named = [...read(file).matchAll(pattern)].map(([, one]) => one);
    expect(new Set(named)).toEqual(new Set([version]));
  }
});
