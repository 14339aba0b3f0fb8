import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { version } from '../../package.json';
import { gzipped, writeDocuments } from './documents.ts';
import { manPage } from './man-page.ts';
import { commitSeconds, ROOT, runProgram } from './programs.ts';

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** The files of the package, from the project. */
const FILES: Readonly<Record<string, string>> = {
  'deploy/systemd/parley.service': 'lib/systemd/system/parley.service',
  'deploy/systemd/parley-backup.service': 'lib/systemd/system/parley-backup.service',
  'deploy/systemd/parley-backup.timer': 'lib/systemd/system/parley-backup.timer',
  'deploy/debian/parley.yaml': 'etc/parley/parley.yaml',
};

const SERVICE_MANUAL = 'deploy/debian/parley-service.8';

const SCRIPTS = ['postinst', 'prerm', 'postrm'];

/** Wraps the executable and its service into a Debian package, and returns the file. */
export async function buildDebianPackage(executable: string, folder: string): Promise<string> {
  const architecture = ARCHITECTURES[process.arch];
  if (architecture === undefined) throw new Error(`there is no Debian name for ${process.arch}`);
  // What is installed can be read by all, whoever builds.
  process.umask(0o022);
  const tree = mkdtempSync(join(tmpdir(), 'parley-deb-'));
  // Otherwise only root can look into the folder that `dpkg-deb --extract` makes.
  chmodSync(tree, 0o755);
  try {
    put(executable, join(tree, 'usr/bin/parley'), 0o755);
    put(join(ROOT, 'deploy/debian/parley-service'), join(tree, 'usr/sbin/parley-service'), 0o755);
    for (const [from, to] of Object.entries(FILES)) put(join(ROOT, from), join(tree, to), 0o644);
    writeDocuments(join(tree, 'usr/share/doc/parley'));
    writeManPages(executable, join(tree, 'usr/share/man'));
    for (const name of SCRIPTS) {
      put(join(ROOT, 'deploy/debian', name), join(tree, 'DEBIAN', name), 0o755);
    }
    writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/parley/parley.yaml\n');
    writeFileSync(join(tree, 'DEBIAN/control'), control(architecture, executable));
    const file = join(folder, `parley_${version}_${architecture}.deb`);
    // zstd takes a second, xz and gzip take half a minute; dpkg reads it from Debian 12 on.
    await runProgram(['dpkg-deb', '--root-owner-group', '-Zzstd', '-z6', '--build', tree, file], {
      SOURCE_DATE_EPOCH: commitSeconds(),
    });
    return file;
  } finally {
    rmSync(tree, { recursive: true });
  }
}

function writeManPages(executable: string, folder: string): void {
  const help = (...args: readonly string[]) =>
    Bun.spawnSync([executable, ...args]).stdout.toString();
  const date = new Date(Number(commitSeconds()) * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const pages = {
    'man1/parley.1.gz': manPage(help, { version, date }),
    'man8/parley-service.8.gz': readFileSync(join(ROOT, SERVICE_MANUAL), 'utf8'),
  };
  for (const [name, text] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), gzipped(text));
  }
}

function put(from: string, to: string, mode: number): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, to, { recursive: true });
  if (statSync(to).isFile()) chmodSync(to, mode);
}

function control(architecture: string, executable: string): string {
  const fields = {
    Package: 'parley',
    Version: version,
    Architecture: architecture,
    // The field wants an address; this one says that it is none.
    Maintainer: 'Parley contributors <nobody@parley.invalid>',
    'Installed-Size': String(Math.ceil(statSync(executable).size / 1024)),
    // util-linux, with runuser, is essential, so that it is not named.
    Depends: 'libc6 (>= 2.17), passwd, procps',
    Section: 'net',
    Priority: 'optional',
    Description: `OpenRTB 2.6 exchange for native ads in conversations
 A publisher sends a bid request; Parley validates it, asks all demand
 partners in parallel and answers with the winning ad. The package has one
 program and its service.`,
  };
  return `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`;
}
