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
export async function diagnoseRedis(url: string, command: 'PING' | 'CLUSTER INFO') {
  const { hostname, port, protocol, username, password } = new URL(url);
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || PORT_DEFAULT };
  const isTls = protocol === 'rediss:';
  // TLS has names of servers, and no addresses.
  const name = isIP(address.host) === 0 ? { servername: address.host } : {};
  const socket = isTls ? connectTls({ ...address, ...name }) : connectPlain(address);
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

/** What Redis and its clients say, and what that means for whoever runs it. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:MOVED|ASK)\b|CROSSSLOT/,
    'this Redis is part of a cluster: name its servers in redisClusterUrls instead',
  ],
  [/cluster support disabled/i, 'this Redis is no cluster: name it in redisUrl instead'],
  [
    /CLUSTERDOWN|slot not served|no slot|uncovered/i,
    'no server of the cluster covers a slot: see CLUSTER INFO',
  ],
  [/\bOOM\b/, 'this Redis has no memory left: raise maxmemory, or give it a policy that evicts'],
  [/\bLOADING\b/, 'this Redis is still loading its data from disk'],
  [/\bREADONLY\b/, 'this Redis is a replica, which cannot be written to: name the master'],
  [
    /WRONGPASS|invalid (?:username-password|password)/i,
    'this Redis does not accept the user or the password of its URL',
  ],
  [
    /NOAUTH|Authentication (?:required|failed)/i,
    'this Redis wants a password, or another one than in its URL',
  ],
  [/NOPERM/, 'the user of this Redis may not run EVAL, or not on keys that start with parley:'],
  [/MISCONF/, 'this Redis refuses writes because it cannot save its data to disk'],
  [/BUSY\b/, 'this Redis is busy with a script of another program'],
];

/** A sentence about why a Redis cannot be used. What it said itself follows, as it may say more. */
export function redisFault(said: string): string {
  const known = FAULTS.find(([pattern]) => pattern.test(said));
  return known === undefined ? said : `${known[1]} (it said: ${said})`;
}
