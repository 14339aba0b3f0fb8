import { expect, test } from 'bun:test';
import { secondServerWords } from './second-server.ts';

type Ports = { readonly listen?: number; readonly admin?: number; readonly portal?: number };

const EXECUTABLE = '/$bunfs/root/parley';

function wordsFor(
  { listen = 8080, admin = 8081, portal }: Ports,
  dataDir = '/srv/data',
  env = {},
  program = EXECUTABLE,
) {
  const base = { host: '127.0.0.1', publicUrl: undefined };
  return secondServerWords(
    {
      listen: { ...base, port: listen, workers: 1, exchangeDomain: undefined, tls: undefined },
      admin: { host: base.host, port: admin, token: undefined, tokens: [] },
      portal: { ...base, port: portal },
      adcp: {
        ...base,
        enabled: false,
        port: undefined,
        partner: undefined,
        testController: false,
        buyers: [],
        products: [],
      },
      dataDir,
    },
    env,
    program,
  );
}

const SECOND = 'A second server on this machine starts with ports and a data folder of its own: ';

test('the command has both ports and the data folder', () => {
  expect(wordsFor({})).toBe(
    `${SECOND}PORT=9080 ADMIN_PORT=9081 PARLEY_DATA_DIR=/srv/data-2 parley start.`,
  );
});

test('its ports are ports, and none of the first server', () => {
  expect(wordsFor({ listen: 65_535, admin: 0 })).toContain('PORT=64535 ADMIN_PORT=0 ');
  expect(wordsFor({ listen: 8080, admin: 9080 })).toContain('PORT=10080 ADMIN_PORT=11080 ');
});
