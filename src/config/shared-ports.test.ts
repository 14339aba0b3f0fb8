import { expect, test } from 'bun:test';
import { sharedPort } from './shared-ports.ts';

const LOOPBACK = '127.0.0.1';
const PORTS = {
  listen: { host: '0.0.0.0', port: 8080 },
  admin: { host: LOOPBACK, port: 8081 },
  portal: { host: LOOPBACK, port: undefined },
  adcp: { host: LOOPBACK, port: 8082, enabled: true },
};

test('two ports of a server that are one are a fault of the second', () => {
  expect(sharedPort({ ...PORTS, admin: { host: LOOPBACK, port: 8080 } })).toEqual({
    path: 'admin.port',
    reason: 'expected another port than that of listen, but both are 8080',
  });
  expect(sharedPort({ ...PORTS, portal: { host: LOOPBACK, port: 8081 } })?.path).toBe(
    'portal.port',
  );
  expect(sharedPort({ ...PORTS, portal: { host: '::', port: 8082 } })?.path).toBe('adcp.port');
});

test('ports may be equal where they are on other addresses, are any free one, or are not opened', () => {
  expect(sharedPort(PORTS)).toBeUndefined();
  const free = { host: LOOPBACK, port: 0 };
  expect(sharedPort({ ...PORTS, listen: free, admin: free, portal: free })).toBeUndefined();
  const listen = { host: '192.0.2.1', port: 8081 };
  expect(sharedPort({ ...PORTS, listen })).toBeUndefined();
  const adcp = { host: LOOPBACK, port: 8081, enabled: false };
  expect(sharedPort({ ...PORTS, adcp })).toBeUndefined();
});
