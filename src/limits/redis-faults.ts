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
