/** The container image, built without a registry, and its root filesystem run as a container engine would run it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigFault } from '../../src/host/config/config.ts';
import { readSetup } from '../../src/host/config/setup.ts';
import { isObject } from '../../src/lib/schema-fault.ts';
import { parseYaml } from '../../src/lib/yaml.ts';
import { eventually } from '../eventually.ts';
import { BUN, cleanUp, ROOT, run, temporaryFolder } from '../process.ts';
import { output, releaseFolder } from './support/build.ts';
import { sandboxed, sandboxedPid } from './support/debian-root.ts';
import { command } from './support/pages.ts';

type Image = {
  readonly User: string;
  readonly Env: readonly string[];
  readonly WorkingDir: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
  readonly StopSignal: string;
};

let image: Image;
let root: string;
beforeAll(async () => {
  const folder = temporaryFolder();
  // Where the engines of an operator keep images is left alone.
  writeFileSync(
    join(folder, 'storage.conf'),
    `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/store"\nrunroot = "${folder}/run"\n`,
  );
  const env = {
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    BUILDAH_ISOLATION: 'chroot',
  };
  symlinkSync(await releaseFolder(), join(folder, 'dist'));
  const build = command('container.md', 'buildah bud --format docker --tag parley dist/container');
  await output('sh', ['-c', build], { folder, env });
  const buildah = (...args: readonly string[]) => output('buildah', args, { folder, env });
  const container = (await buildah('from', '--pull-never', 'parley')).trim();
  image = JSON.parse(await buildah('inspect', '--type', 'image', 'parley')).Docker.config;
  const mounted = (await buildah('mount', container)).trim();
  // A copy, since bwrap makes folders in it for its mounts.
  root = join(folder, 'mounted');
  await output('cp', ['--archive', mounted, root]);
  for (const path of [folder, root]) chmodSync(path, 0o755);
  for (const path of ['dev', 'proc', 'tmp']) mkdirSync(join(root, path), { recursive: true });
});
afterAll(cleanUp);

/** A program in the container: read-only root, its user, only the data folder to write to. */
function inContainer(program: readonly string[], isOffline = false): string[] {
  const uid = Number(image.User.split(':')[0]);
  const env = Object.fromEntries(image.Env.map((pair) => pair.split('=') as [string, string]));
  return sandboxed({ root, uid, folder: image.WorkingDir, env, isOffline }, program);
}

describe('the image', () => {
  test('has the executable, no shell and no package manager', () => {
    expect(existsSync(join(root, 'usr/bin/parley'))).toBe(true);
    for (const name of ['bin/sh', 'usr/bin/sh', 'usr/bin/dpkg', 'usr/bin/apt']) {
      expect(existsSync(join(root, name))).toBe(false);
    }
  });

  test('runs as a user that owns nothing but the data folder', () => {
    expect(image.User).toBe('65532:65532');
    expect(statSync(join(root, 'usr/bin/parley')).uid).toBe(0);
    expect(statSync(join(root, image.WorkingDir)).uid).toBe(65532);
  });

  test('serves on loopback alone, passes its health check, and stops in order', async () => {
    const args = inContainer([...image.Entrypoint, ...image.Cmd], true);
    const server = run(args, { command: 'setpriv' });
    await server.printed('"Parley is listening"');
    const pid = sandboxedPid(server.pid);
    const inside = ['--target', `${pid}`, '--net', '--'];
    const [, ...healthCheck] = image.Healthcheck.Test;
    const isHealthy = () => output('nsenter', [...inside, 'setpriv', ...inContainer(healthCheck)]);
    // On a busy machine the answer may come later than the check waits, and an engine checks again.
    await eventually(() =>
      isHealthy().then(
        () => true,
        (error) => {
          if (!String(error).includes('gave no answer')) throw error;
          return false;
        },
      ),
    );
    // Again where a busy machine was too late with an ad.
    const script = `const body = await Bun.file('${ROOT}/examples/request.json').text();
      const headers = { 'Content-Type': 'application/json' };
      const ask = () => fetch('http://127.0.0.1:8080/openrtb2', { method: 'POST', headers, body });
      let bid = await ask();
      while (bid.headers.get('x-nobid-reason') === 'timeout') bid = await ask();
      console.log(bid.status);
      console.log((await fetch('http://127.0.0.1:8081/docs/')).status)`;
    expect(await output('nsenter', [...inside, BUN, '-e', script])).toBe('200\n200\n');
    expect(image.StopSignal).toBe('SIGTERM');
    process.kill(pid, 'SIGTERM');
    await eventually(() => server.stdout().includes('"stopped"'));
    expect((await server.exited).code).toBe(0);
    // Without the network of this machine, on which somebody may listen at the same port.
    const unreachable = run(inContainer(healthCheck, true), { command: 'setpriv' });
    expect((await unreachable.exited).code).toBe(1);
    expect(unreachable.stderr()).toContain('/readyz gave no answer');
  });
});

describe('compose.yaml', () => {
  const folder = join(ROOT, 'deploy/container');
  const document = parseYaml(readFileSync(join(folder, 'compose.yaml'), 'utf8'));
  const value = 'value' in document && isObject(document.value) ? document.value : {};
  const services = Object.values(isObject(value.services) ? value.services : {}).filter(isObject);

  test('mounts only files that the project has', () => {
    const mounts = services
      .flatMap(({ volumes }) => (Array.isArray(volumes) ? volumes : []))
      .map((mount) => String(mount).split(':')[0] ?? '')
      .filter((path) => path.startsWith('.'));
    expect(mounts.length).toBe(6);
    for (const path of mounts)
      expect([path, existsSync(resolve(folder, path))]).toEqual([path, true]);
  });

  test('bounds the log of Parley', () => {
    const parley = services.find(({ image }) => image === 'parley');
    expect(parley?.logging).toMatchObject({ options: { 'max-size': '50m', 'max-file': '5' } });
  });

  test('gives Parley a config that is right, with the variables that it sets', async () => {
    const secret = () => output('sh', ['-c', command('container.md', 'openssl rand -hex 32')]);
    const setup = readSetup(join(folder, 'compose-parley.yaml'), {
      PARLEY_ADMIN_TOKEN: (await secret()).trim(),
      PARLEY_PROMETHEUS_TOKEN: (await secret()).trim(),
      PARLEY_NOTICE_KEY: (await secret()).trim(),
      DATABASE_URL: 'postgres://parley:secret@postgres:5432/parley',
      REDIS_URL: 'redis://redis:6379',
    });
    if (setup instanceof ConfigFault) throw setup;
    expect(setup.config.admin.tokens.map(({ name, role }) => [name, role])).toEqual([
      ['prometheus', 'read'],
    ]);
  });
});
