import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, run } from '../../process.ts';
import { type Sandbox, sandboxed } from './debian-root.ts';

/** The service of the Debian package, as far as it runs without systemd as init. */
export type ServiceUnit = {
  readonly file: string;
  /** Of the user that the package has made. */
  readonly uid: number;
  readonly execStart: readonly string[];
  /**
   * A program in a sandbox like that of the unit: its user, umask, environment and data folder. Variables that
   * are given win over those of the unit.
   */
  readonly run: (
    command: readonly string[],
    variables?: Readonly<Record<string, string>>,
    open?: Pick<Sandbox, 'sockets' | 'writable'>,
  ) => Run;
};

export function serviceUnit(root: string, name = 'parley.service'): ServiceUnit {
  const file = join(root, 'lib/systemd/system', name);
  const text = readFileSync(file, 'utf8');
  const all = (key: string): readonly string[] =>
    [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const one = (key: string): string => {
    const [value, ...others] = all(key);
    if (value === undefined || others.length > 0) throw new Error(`${file} needs one ${key}=`);
    return value;
  };
  const users = readFileSync(join(root, 'etc/passwd'), 'utf8');
  const uid = Number(new RegExp(`^${one('User')}:x:(\\d+):`, 'm').exec(users)?.[1]);
  return {
    file,
    uid,
    execStart: one('ExecStart').split(' '),
    run(command, variables = {}, { sockets = [], writable = [] } = {}) {
      const env = {
        ...variablesIn(all('Environment').join('\n')),
        ...variablesOfFile(root, one('EnvironmentFile')),
        ...variables,
      };
      const folder = one('WorkingDirectory');
      const written = [...all('ReadWritePaths').flatMap((paths) => paths.split(' ')), ...writable];
      const program = sandboxed({ root, uid, folder, env, sockets, writable: written }, command);
      const started = `umask ${one('UMask')} && exec "$@"`;
      return run(['-c', started, 'sh', 'setpriv', ...program], { command: 'sh' });
    },
  };
}

/** The variables of a file that may be missing, which the hyphen before its name says. */
function variablesOfFile(root: string, name: string): Readonly<Record<string, string>> {
  const file = join(root, name.replace(/^-/, ''));
  return existsSync(file) ? variablesIn(readFileSync(file, 'utf8')) : {};
}

function variablesIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}
