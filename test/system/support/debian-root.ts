import { chmodSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FOLDER } from '../../test-run.ts';
import { output } from './build.ts';

let made: Promise<string> | undefined;

/** The root of an empty Debian 12: its essential packages. mmdebstrap does what debootstrap does in half the time. */
export function debianRoot(): Promise<string> {
  made ??= make(join(RUN_FOLDER, 'debian'));
  return made;
}

async function make(root: string): Promise<string> {
  await output('mmdebstrap', ['--variant=essential', '--include=passwd,procps', 'bookworm', root]);
  chmodSync(root, 0o755);
  return root;
}

/** `dpkg --install` in the root, as its administrator would. */
export async function installPackage(root: string, file: string): Promise<void> {
  cpSync(file, join(root, 'tmp/parley.deb'));
  await output('chroot', [root, 'dpkg', '--install', '/tmp/parley.deb']);
}

export type Sandbox = {
  readonly root: string;
  readonly uid: number;
  /** The only one that may be written to; the program starts in it. */
  readonly folder: string;
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
  { root, uid, folder, env, sockets = [], isOffline = false }: Sandbox,
  command: readonly string[],
): string[] {
  return [
    ...[`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs', 'bwrap'],
    ...['--ro-bind', root, '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...['--unshare-user', '--unshare-ipc', '--unshare-uts', '--unshare-pid'],
    ...(isOffline ? ['--unshare-net'] : []),
    ...[
      '--uid',
      `${uid}`,
      '--gid',
      `${uid}`,
      '--cap-drop',
      'ALL',
      '--die-with-parent',
      '--clearenv',
    ],
    ...['--bind', join(root, folder), folder, '--chdir', folder],
    ...sockets.flatMap((path) => ['--ro-bind', path, path]),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--', ...command],
  ];
}

/** The process that `sandboxed` runs, seen from outside: the child of the first process in the sandbox. */
export function sandboxedPid(pid: number): number {
  const childOf = (parent: number) =>
    Number(readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ')[0]);
  return childOf(childOf(pid));
}
