import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './programs.ts';

/** By number, since the image has no tools that would create one. */
const USER = 65532;

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** The root filesystem of the image: the executable and the files of the machine's C library that it loads. */
export function makeContainerRoot(executable: string, folder: string): string {
  const root = join(folder, 'container/root');
  rmSync(root, { recursive: true, force: true });
  for (const library of librariesOf(executable)) put(library, join(root, library));
  put(executable, join(root, 'usr/bin/parley'));
  put(join(ROOT, 'deploy/container/parley.yaml'), join(root, 'etc/parley/parley.yaml'));
  put(CERTIFICATES, join(root, CERTIFICATES));
  writeFileSync(join(root, 'etc/passwd'), `parley:x:${USER}:${USER}::/var/lib/parley:/none\n`);
  writeFileSync(join(root, 'etc/group'), `parley:x:${USER}:\n`);
  // Names are looked up in files, then by DNS; without this file the C library asks DNS alone.
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  for (const path of ['tmp', 'dev', 'proc', 'sys']) {
    mkdirSync(join(root, path), { recursive: true });
  }
  // A new volume takes over owner and mode of the folder that it covers. The Containerfile sets the owner.
  mkdirSync(join(folder, 'container/data'), { recursive: true, mode: 0o700 });
  chmodSync(join(root, 'tmp'), 0o1777);
  cpSync(join(ROOT, 'deploy/container/Containerfile'), join(folder, 'container/Containerfile'));
  return join(folder, 'container');
}

/** Loaded when a name is looked up, so that ldd does not list them. */
const LOADED_LATER = ['libresolv.so.2', 'libnss_files.so.2', 'libnss_dns.so.2'];

function librariesOf(executable: string): readonly string[] {
  const { stdout, success } = Bun.spawnSync(['ldd', executable]);
  if (!success) throw new Error(`ldd cannot read ${executable}`);
  const loaded = [...stdout.toString().matchAll(/(\/\S+\.so\S*)/g)].map(([, path = '']) => path);
  const libc = loaded.find((path) => path.endsWith('/libc.so.6'));
  if (libc === undefined) throw new Error(`${executable} does not use the C library of GNU`);
  return [...loaded, ...LOADED_LATER.map((name) => join(dirname(libc), name))];
}

function put(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  // Links are followed: the image has the file under the name that is asked for.
  cpSync(from, to, { dereference: true });
}
