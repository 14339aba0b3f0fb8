import { GeoFault } from './geo-fault.ts';
import type { Tree } from './mmdb-tree.ts';

/** The height of each node, counting itself. 0 means not visited yet. */
const ON_PATH = 255;

/**
 * Visits every node once, even if several records point to it (some databases map several networks to the IPv4
 * nodes), and passes each data record to `check`. Detects loops and paths that are longer than an address.
 */
export function verifyTree(
  { bytes, nodeCount, recordOf, depthMax }: Tree,
  check: (record: number) => GeoFault | undefined,
): GeoFault | undefined {
  const heights = new Uint8Array(nodeCount);
  const path = new Uint32Array(depthMax);
  const recordsRead = new Uint8Array(depthMax);
  const tallestBelow = new Uint8Array(depthMax);
  let depth = 0;
  heights[0] = ON_PATH;
  while (depth >= 0) {
    const node = path[depth] ?? 0;
    const bit = recordsRead[depth] ?? 0;
    if (bit === 2) {
      const height = (tallestBelow[depth] ?? 0) + 1;
      heights[node] = height;
      depth--;
      if (depth >= 0) tallestBelow[depth] = Math.max(tallestBelow[depth] ?? 0, height);
      continue;
    }
    recordsRead[depth] = bit + 1;
    const record = recordOf(bytes, node, bit);
    if (record === nodeCount) continue;
    if (record > nodeCount) {
      const fault = check(record);
      if (fault !== undefined) return fault;
      continue;
    }
    const height = heights[record] ?? 0;
    if (height === ON_PATH) return damaged(`node ${node} leads back to node ${record}`);
    if (depth + 1 + Math.max(height, 1) > depthMax) {
      return damaged(`the path through node ${node} is longer than ${depthMax} bits`);
    }
    if (height > 0) {
      tallestBelow[depth] = Math.max(tallestBelow[depth] ?? 0, height);
      continue;
    }
    depth++;
    path[depth] = record;
    recordsRead[depth] = 0;
    tallestBelow[depth] = 0;
    heights[record] = ON_PATH;
  }
  return undefined;
}

function damaged(how: string): GeoFault {
  return new GeoFault(`its search tree is damaged: ${how}`);
}
