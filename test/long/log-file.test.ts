/** The log of the service in a file, as docs/deploy/service.md says, and its rotation by Debian's logrotate. */
import { afterAll, expect, test } from 'bun:test';
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { cleanUp } from '../process.ts';
import { debianRoot, inRoot, putPackage, sandboxedPid } from './support/debian-root.ts';
import { freeAdminPort, stopService } from './support/installed.ts';
import { blocksOf, command } from './support/pages.ts';
import { serviceUnit } from './support/service-unit.ts';

afterAll(cleanUp);

test('the log goes on in the file that logrotate has emptied, and the copy has what was before', async () => {
  const root = await debianRoot();
  await putPackage(root);
  await inRoot(root, 'dpkg --install parley_*.deb');
  freeAdminPort(root);
  writeFileSync(join(root, 'etc/default/parley'), 'HOST=127.0.0.1\nPORT=0\n');
  await inRoot(
    root,
    command('service.md', 'install --directory --group=adm --mode=0750 /var/log/parley'),
  );
  await inRoot(
    root,
    command('service.md', 'cp /usr/share/doc/parley/logrotate/parley /etc/logrotate.d/parley'),
  );

  const unit = serviceUnit(root);
  const file = join(root, shownLogFile());
  // systemd opens the file as root, before it drops its rights; here the user of the service does.
  chownSync(join(root, 'var/log/parley'), unit.uid, unit.uid);
  const appending = ['/bin/sh', '-c', `exec "$@" >> ${shownLogFile()}`, 'sh', ...unit.execStart];
  const service = unit.run(appending, {}, { writable: ['/var/log/parley'] });
  const linesOf = (path: string) =>
    existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  const says = (path: string, words: string) =>
    eventually(() => linesOf(path).some((line) => JSON.parse(line).msg === words));
  await says(file, 'Parley is listening');

  await inRoot(root, command('service.md', 'logrotate --force /etc/logrotate.d/parley'));
  await says(`${file}.1`, 'Parley is listening');
  expect(linesOf(file).filter((line) => line.includes('is listening'))).toEqual([]);
  process.kill(sandboxedPid(service.pid), 'SIGHUP');
  await says(file, 'config reloaded');
  expect(readFileSync(file, 'utf8')).toStartWith('{');
  expect(await stopService(service)).toBe(0);
});

/** The file of the drop-in on the page. */
function shownLogFile(): string {
  const units = blocksOf('service.md').filter(({ language }) => language === 'ini');
  const [, file] =
    units.map(({ text }) => /^StandardOutput=append:(.+)$/m.exec(text)).find(Boolean) ?? [];
  if (file === undefined) throw new Error('service.md shows no StandardOutput=append:');
  return file;
}
