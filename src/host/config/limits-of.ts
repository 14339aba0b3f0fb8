import type { Limits } from '../../core/exchange/limiter.ts';
import { networkName } from '../../lib/ip.ts';
import type { Config } from './config.ts';

/** The limits of a config, those of single publishers and networks included. */
export function limitsOf({ limits, publishers }: Pick<Config, 'limits' | 'publishers'>): Limits {
  const { globalPerSecond, publisherPerSecond, ipPerSecond, networks } = limits;
  const own = publishers.flatMap(({ id, limits: { perSecond } = {} }) =>
    perSecond === undefined ? [] : [[id, perSecond] as const],
  );
  return {
    globalPerSecond,
    publisherPerSecond,
    ipPerSecond,
    byPublisher: new Map(own),
    byNetwork: new Map(networks.map(({ network, perSecond }) => [networkName(network), perSecond])),
  };
}
