import { freePort } from '../../src/host/http/free-port.ts';
import { eventually } from '../eventually.ts';
import { type RedisOptions, type RedisServer, startRedis } from './redis-server.ts';

export type RedisCluster = {
  readonly nodes: readonly RedisServer[];
  readonly urls: readonly string[];
  readonly kill: () => Promise<void>;
};

const NODES = 3;
const SLOTS = 16_384;
const NODE_TIMEOUT_MS = 1000;

/** A real cluster of three masters without replicas, all slots covered. */
export async function startCluster(options: RedisOptions = {}): Promise<RedisCluster> {
  const settings = {
    'cluster-enabled': 'yes',
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    // A node that is gone costs its own slots only.
    'cluster-require-full-coverage': 'no',
    ...options.settings,
  };
  const nodes: RedisServer[] = [];
  const busPorts = Array.from({ length: NODES }, () => freePort('127.0.0.1'));
  for (const busPort of busPorts) {
    const own = { ...settings, 'cluster-port': busPort };
    nodes.push(await startRedis({ ...options, settings: own }));
  }
  for (const [index, node] of nodes.entries()) {
    const from = Math.floor((index * SLOTS) / NODES);
    const to = Math.floor(((index + 1) * SLOTS) / NODES) - 1;
    await node.command('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
    await node.command('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1));
  }
  for (const [index, { port }] of [...nodes.entries()].slice(1)) {
    const address = ['127.0.0.1', String(port), String(busPorts[index])];
    await nodes[0]?.command('CLUSTER', 'MEET', ...address);
  }
  for (const node of nodes) {
    await eventually(async () => {
      const info = String(await node.command('CLUSTER', 'INFO'));
      return /cluster_state:ok/.test(info) && /cluster_known_nodes:3/.test(info);
    });
  }
  return {
    nodes,
    urls: nodes.map(({ url }) => url),
    async kill() {
      for (const node of nodes) await node.kill();
    },
  };
}
