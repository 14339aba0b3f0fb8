import { chmodSync, cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version } from '../../../package.json';
import { madeOnce } from '../../made-once.ts';
import { temporaryFolder } from '../../process.ts';
import { output, releaseFolder } from './build.ts';

/** Beyond the essential packages: what the package of Parley depends on, and the programs that its pages call. */
const PACKAGES = 'passwd,procps,curl,nginx-light,logrotate';

/**
 * The root of an empty Debian 12 that belongs to the caller. mmdebstrap does what debootstrap does in half the time,
 * and does it once for all tests.
 */
export async function debianRoot(): Promise<string> {
  const made = await madeOnce('debian', (folder) =>
    output('mmdebstrap', ['--variant=essential', `--include=${PACKAGES}`, 'bookworm', folder]),
  );
  const root = join(temporaryFolder(), 'root');
  await output('cp', ['--archive', made, root]);
  for (const folder of [dirname(root), root]) chmodSync(folder, 0o755);
  return root;
}

/** Copies the Debian package to where `inRoot` runs. */
export async function putPackage(root: string): Promise<string> {
  const file = `parley_${version}_amd64.deb`;
  cpSync(join(await releaseFolder(), file), join(root, 'root', file));
  return join(root, 'root', file);
}

/** What an administrator types in a shell of the root; the output, or a failure with the errors. */
export const inRoot = (root: string, command: string): Promise<string> =>
  output('bwrap', asAdministrator(root, ['/bin/sh', '-c', command]));

/** Arguments for `bwrap` that run a program as root in the root of a Debian, which it may change. */
export function asAdministrator(root: string, command: readonly string[]): readonly string[] {
  const tree = `--bind ${root} / --dev /dev --proc /proc --chdir /root --cap-add ALL`;
  const surroundings = `--die-with-parent --clearenv --setenv HOME /root --setenv PATH ${PATH} --`;
  return [...`${tree} ${surroundings}`.split(' '), ...command];
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export type Sandbox = {
  readonly root: string;
  readonly uid: number;
  /** It may be written to, and the program starts in it. */
  readonly folder: string;
  /** Other folders that may be written to. */
  readonly writable?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Sockets of this machine that it may see. */
  readonly sockets?: readonly string[];
  /** Only loopback, and one of its own. */
  readonly isOffline?: boolean;
};

/**
 * A command for `setpriv` that runs a program as another user, without capabilities, in a root that it cannot change.
 * It stands in for the sandbox of a unit or of a container engine.
 */
export function sandboxed(
  { root, uid, folder, writable = [], env, sockets = [], isOffline = false }: Sandbox,
  command: readonly string[],
): string[] {
  const user = `--reuid=${uid} --regid=${uid} --clear-groups --no-new-privs`;
  const tree = `bwrap --ro-bind ${root} / --dev /dev --proc /proc --tmpfs /tmp`;
  const apart = `--unshare-user --unshare-ipc --unshare-uts --unshare-pid --uid ${uid} --gid ${uid}`;
  return [
    ...`${user} ${tree} ${apart} --cap-drop ALL --die-with-parent --clearenv`.split(' '),
    ...(isOffline ? ['--unshare-net'] : []),
    ...[folder, ...writable].flatMap((path) => ['--bind', join(root, path), path]),
    '--chdir',
    folder,
    ...sockets.flatMap((path) => ['--ro-bind', path, path]),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    '--',
    ...command,
  ];
}

/** The process that `sandboxed` runs, seen from outside: the child of the first process in the sandbox. */
export function sandboxedPid(pid: number): number {
  const childOf = (parent: number) =>
    Number(readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ')[0]);
  return childOf(childOf(pid));
}
