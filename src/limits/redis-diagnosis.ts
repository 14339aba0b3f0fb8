import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { inTime } from '../lib/in-time.ts';

const WAIT_MS_MAX = 1000;
const ANSWER_BYTES_MAX = 4096;
const PORT_DEFAULT = 6379;

/**
 * The error with which a Redis answers the first commands of a connection. Clients close such a connection and keep
 * the error to themselves. undefined if it answers none, or cannot be reached.
 */
export async function diagnoseRedis(
  url: string,
  command: 'PING' | 'CLUSTER INFO',
): Promise<string | undefined> {
  const { hostname, port, protocol, username, password } = new URL(url);
  const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || PORT_DEFAULT };
  const isTls = protocol === 'rediss:';
  // TLS has names of servers, and no addresses.
  const name = isIP(place.host) === 0 ? { servername: place.host } : {};
  const socket = isTls ? connectTls({ ...place, ...name }) : connectPlain(place);
  const words = [username, password].filter((word) => word !== '').map(decodeURIComponent);
  if (words.length > 0) socket.write(encode(['AUTH', ...words]));
  socket.write(encode(command.split(' ')));
  socket.write(encode(['QUIT']));
  try {
    return await inTime(firstError(socket), WAIT_MS_MAX, undefined);
  } finally {
    socket.destroy();
  }
}

function encode(words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join('')}`;
}

function firstError(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = '';
    socket.on('data', (bytes) => {
      said += bytes.toString();
      if (said.length > ANSWER_BYTES_MAX) resolve(errorIn(said));
    });
    socket.on('error', () => resolve(errorIn(said)));
    socket.on('close', () => resolve(errorIn(said)));
  });
}

function errorIn(said: string): string | undefined {
  const error = /^-(.*)\r$/m.exec(said)?.[1];
  if (error !== undefined) return error;
  return /cluster_state:fail/.test(said) ? 'CLUSTERDOWN The cluster is down' : undefined;
}
