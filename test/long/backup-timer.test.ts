/** The units of the Debian package that make a backup every day, as far as they run without systemd as init. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../process.ts';
import { output } from './support/build.ts';
import { debianRoot, inRoot, putPackage } from './support/debian-root.ts';
import { freeAdminPort, startService, stopService } from './support/installed.ts';
import { command } from './support/pages.ts';
import { type ServiceUnit, serviceUnit } from './support/service-unit.ts';

const FOLDER = 'var/backups/parley';

let root: string;
let main: ServiceUnit;
let unit: ServiceUnit;
beforeAll(async () => {
  root = await debianRoot();
  await putPackage(root);
  await inRoot(root, 'dpkg --install parley_*.deb');
  freeAdminPort(root);
  main = serviceUnit(root);
  unit = serviceUnit(root, 'parley-backup.service');
});
afterAll(cleanUp);

/** The lines of a unit that restrict it, except for those about addresses and where it may write. */
function restrictionsOf({ file }: ServiceUnit): readonly string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const isRestriction =
    /^(Protect|Private(?!Network)|Restrict(?!Address)|NoNew|System|Lock|Capab|Ambient|RemoveIPC|UMask|User|Group)\w*=/;
  return lines.filter((line) => isRestriction.test(line)).sort();
}

test('systemd accepts the unit and its timer, and rates it as little exposed', async () => {
  const folder = temporaryFolder();
  const files = ['parley-backup.service', 'parley-backup.timer'].map((name) => {
    const file = join(folder, name);
    const text = readFileSync(join(root, 'lib/systemd/system', name), 'utf8');
    // The program is not installed on the machine of the tests, and systemd looks for it.
    writeFileSync(file, text.replaceAll('/usr/bin/parley', join(root, 'usr/bin/parley')));
    return file;
  });
  await output('systemd-analyze', ['verify', '--man=no', ...files]);
  await output('systemd-analyze', ['security', '--offline=true', '--threshold=15', unit.file]);
});

test('the unit is restricted as the service is', () => {
  expect(restrictionsOf(unit).length).toBeGreaterThan(15);
  expect(restrictionsOf(unit)).toEqual(restrictionsOf(main));
});

test('the unit backs up a service that runs and keeps as many as it says, and root does the same', async () => {
  writeFileSync(join(root, 'etc/default/parley'), 'HOST=127.0.0.1\nPORT=0\n');
  const service = await startService(main);
  for (let day = 10; day < 25; day++) oldBackup(`2026-10-${day}T033000Z`);
  const backup = unit.run(unit.execStart);
  expect([(await backup.exited).code, backup.stderr()]).toEqual([0, '']);
  expect(backup.stdout()).toContain('/var/lib/parley is copied to /var/backups/parley/');
  expect(readdirSync(join(root, FOLDER))).toHaveLength(14);
  expect(readdirSync(join(root, FOLDER)).sort()[0]).toBe('2026-10-12T033000Z');
  // They are called by their second.
  await Bun.sleep(1000);
  await inRoot(root, command('backup.md', 'parley-service backup --keep 14 /var/backups/parley'));
  expect(readdirSync(join(root, FOLDER)).sort()[0]).toBe('2026-10-13T033000Z');
  expect(await stopService(service)).toBe(0);
});

test('the unit can write nowhere else', async () => {
  const elsewhere = unit.execStart.with(-1, '/var/lib/elsewhere');
  const backup = unit.run(elsewhere);
  expect((await backup.exited).code).toBe(1);
  expect(backup.stderr()).toContain('is not copied to ');
});

/** A complete one, as far as its name and its manifest go. */
function oldBackup(name: string): void {
  const folder = join(root, FOLDER, name);
  Bun.spawnSync(['mkdir', folder]);
  writeFileSync(join(folder, 'backup.json'), '{"parley":"0.2.0","ledger":1,"at":"then"}');
  for (const path of [folder, join(folder, 'backup.json')]) chownSync(path, unit.uid, unit.uid);
}
