import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Cause } from '../../lib/cause.ts';
import { inTime } from '../../lib/in-time.ts';

const WAIT_MS_MAX = 1000;
const NO_ANSWER = `no answer within ${WAIT_MS_MAX} ms`;
const ANSWER_BYTES_MAX = 4096;
const PORT_DEFAULT = 6379;

/**
 * The error with which a Redis answers the first commands of a connection, or the system where it cannot be reached.
 * Clients close such a connection and keep the error to themselves. undefined if there is none.
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
    return await inTime(firstError(socket), WAIT_MS_MAX, NO_ANSWER);
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
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(errorIn(said) ?? code));
    socket.on('close', () => resolve(errorIn(said)));
  });
}

function errorIn(said: string): string | undefined {
  const error = /^-(.*)\r$/m.exec(said)?.[1];
  if (error !== undefined) return error;
  return /cluster_state:fail/.test(said) ? 'CLUSTERDOWN The cluster is down' : undefined;
}

/** What Redis and its clients say, and what that means for whoever runs it. */
export const REDIS_CAUSES: readonly (readonly [pattern: RegExp, cause: Cause])[] = [
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|Connection closed/,
    {
      what: 'nothing answers at the host and port of its URL',
      advice:
        'Start Redis, or mend the name, the port or the firewall: redis-cli with the host and the port of redisUrl, and PING, says whether it answers.',
    },
  ],
  [
    /no answer within/,
    {
      what: 'this Redis does not answer in time',
      advice:
        'Look at its load, and at the network in between: redis-cli --latency with its host and port, and SLOWLOG GET.',
    },
  ],
  [
    /the clock of this machine/,
    {
      what: 'their clocks differ',
      advice:
        'Set the clock that is wrong: timedatectl set-ntp true, on this machine and on that of Redis.',
    },
  ],
  [
    /^(?:MOVED|ASK)\b|CROSSSLOT/,
    {
      what: 'this Redis is part of a cluster',
      advice: 'Name its servers in redisClusterUrls instead of redisUrl, and reload.',
    },
  ],
  [
    /cluster support disabled/i,
    {
      what: 'this Redis is no cluster',
      advice: 'Name it in redisUrl instead of redisClusterUrls, and reload.',
    },
  ],
  [
    /CLUSTERDOWN|slot not served|no slot|uncovered/i,
    {
      what: 'no server of the cluster covers a slot',
      advice: 'Start the server that is missing: redis-cli CLUSTER INFO and CLUSTER NODES name it.',
    },
  ],
  [
    /\bOOM\b/,
    {
      what: 'this Redis has no memory left',
      advice:
        'Raise maxmemory: redis-cli CONFIG SET maxmemory, and the same in redis.conf. Or set a maxmemory-policy that evicts.',
    },
  ],
  [
    /\bLOADING\b/,
    {
      what: 'this Redis is still loading its data from disk',
      advice: 'Wait: redis-cli INFO persistence has loading_eta_seconds.',
    },
  ],
  [
    /\bREADONLY\b/,
    {
      what: 'this Redis is a replica, which cannot be written to',
      advice:
        'Set redisUrl to the master and reload, or promote this one: redis-cli REPLICAOF NO ONE.',
    },
  ],
  [
    /WRONGPASS|invalid (?:username-password|password)/i,
    {
      what: 'this Redis does not accept the user or the password of its URL',
      advice: 'Put the right user and password into redisUrl or REDIS_URL, and reload or restart.',
    },
  ],
  [
    /NOAUTH|Authentication (?:required|failed)/i,
    {
      what: 'this Redis wants a password, or another one than in its URL',
      advice: 'Put the right user and password into redisUrl or REDIS_URL, and reload or restart.',
    },
  ],
  [
    /NOPERM/,
    {
      what: 'the user of this Redis may not run EVAL, or not on keys that start with parley:',
      advice:
        'Permit it: redis-cli ACL SETUSER with the user, +eval +evalsha +xadd +xrange +expire and ~parley:*.',
    },
  ],
  [
    /MISCONF/,
    {
      what: 'this Redis refuses writes because it cannot save its data to disk',
      advice: 'Make room on its disk: redis-cli INFO persistence has rdb_last_bgsave_status.',
    },
  ],
  [
    /BUSY\b/,
    {
      what: 'this Redis is busy with a script of another program',
      advice: 'End that script: redis-cli SCRIPT KILL.',
    },
  ],
];

/** Why a Redis cannot be used. What it said itself follows, as it may say more. */
export function redisFault(said: string): FaultOfRedis {
  const cause = REDIS_CAUSES.find(([pattern]) => pattern.test(said))?.[1];
  if (cause === undefined) return { reason: said, advice: undefined };
  return { reason: `${cause.what} (${said})`, advice: cause.advice };
}

/** undefined while it can be used. */
export type FaultOfRedis = {
  readonly reason: string;
  readonly advice: string | undefined;
};
