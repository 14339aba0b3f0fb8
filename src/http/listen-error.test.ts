import { expect, test } from 'bun:test';
import { openPort } from './listen-error.ts';

/** What is said of a port that the system refuses with this code. */
function saidOf(code: string): string {
  try {
    openPort({ section: 'listen', host: '0.0.0.0', port: 80 }, () => {
      throw Object.assign(new Error('no'), { code });
    });
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a port that needs rights is refused with both ways out: a server in front, or the right', () => {
  const said = saidOf('EACCES');
  expect(said).toStartWith('This user may not open port 80 on 0.0.0.0;');
  expect(said).toContain('Set PORT or listen.port to one of them, behind a server such as nginx');
  expect(said).toContain('CAP_NET_BIND_SERVICE');
});

test('an error that is not of the address stays as it is', () => {
  expect(saidOf('EMFILE')).toBe('no');
});
