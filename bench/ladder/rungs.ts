/**
 * Servers that do one step more each, from a bare echo to a whole worker. The difference in CPU between two of them
 * is the cost of that step where it counts: in a server under load, with cold caches and a busy collector.
 */
export const RUNGS = {
  frame: 'the public port: queue, ids, caller, headers, body read, an answer of 2 kB',
  receive: 'admit, parse, validate',
  'no-partners': 'open, protect, judge and respond, with nobody to ask',
  unsigned: 'campaigns and product search asked, the winning ad answered without notices',
  unrecorded: 'sell: notices signed and added to the ad',
} as const;

export type Rung = keyof typeof RUNGS;

/**
 * The server of the last rung, with all steps from `admit` to `sell` taken a second time for each request. What the
 * second time costs less than the first is the price of caches that are cold after the network and the system.
 */
export const TWICE = 'twice';
