import { expect, test } from 'bun:test';
import { freePort, openForAMoment } from './free-port.ts';

const HOST = '127.0.0.1';

test('free ports differ, and are none that the system gives to outgoing connections', () => {
  const ports = Array.from({ length: 200 }, () => freePort(HOST));
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(10_000);
  expect(new Set(ports).size).toBe(200);
});

test('a port that another program shares is not free', () => {
  const port = freePort(HOST);
  using server = Bun.serve({ hostname: HOST, port, reusePort: true, fetch: () => new Response() });
  expect(server.port).toBe(port);
  expect(() => openForAMoment(HOST, port)).toThrow(expect.objectContaining({ code: 'EADDRINUSE' }));
});

test('an address that the machine does not have is reported at once', () => {
  expect(() => freePort('192.0.2.1')).toThrow();
});
