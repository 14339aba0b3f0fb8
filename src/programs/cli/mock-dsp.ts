import { command, noArguments } from '../../host/command/command.ts';
import {
  misfit,
  readDomain,
  readHttpUrl,
  readNumberOrRange,
  readPair,
  readPort,
  readRate,
} from '../../host/command/option-values.ts';
import type { Behaviour } from '../mock-dsp/behaviour.ts';
import { startMockDsp } from '../mock-dsp/mock-dsp.ts';
import { serveUntilSignal } from './run-server.ts';

const HELP = `A bidder that takes OpenRTB 2.6 and behaves as badly as it is told to

Usage: parley mock-dsp [options]

  --host <host>             where to listen (127.0.0.1)
  --port <port>             where to listen; 0 takes a free one (8091)
  --public-url <url>        where an exchange reaches it for notices, if not there
  --seat <name>             seat of its bids (mock)
  --adomain <domain>        advertiser of its bids (advertiser.example)
  --price <cpm>             in USD: 2, or a range like 0.5-4 (2)
  --fresh-ads               other texts and URLs in the ad of every bid
  --no-notices              bids without nurl, burl and lurl
  --latency <ms>            20, a range like 10-30, or median and 99th percentile like 20,80 (0)
  --error-rate <share>      of requests to answer with 500, 0 to 1 (0)
  --hang-rate <share>       never to answer (0)
  --malformed-rate <share>  to answer with what is no bid response (0)
  --no-bid-rate <share>     to answer with 204 (0)
  --print                   each bid request and notice that comes, in a line
  --help                    this text

Bid requests go to POST /bid, notices to /notices/win, /notices/billing and /notices/loss.
`;

/** `parley mock-dsp`: serves until it is told to stop. */
export const mockDsp = command({
  name: 'mock-dsp',
  help: HELP,
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8091' },
    'public-url': { type: 'string' },
    seat: { type: 'string', default: 'mock' },
    adomain: { type: 'string', default: 'advertiser.example' },
    price: { type: 'string', default: '2' },
    'fresh-ads': { type: 'boolean', default: false },
    'no-notices': { type: 'boolean', default: false },
    latency: { type: 'string', default: '0' },
    'error-rate': { type: 'string', default: '0' },
    'hang-rate': { type: 'string', default: '0' },
    'malformed-rate': { type: 'string', default: '0' },
    'no-bid-rate': { type: 'string', default: '0' },
    print: { type: 'boolean', default: false },
  },
  read(values, positionals) {
    noArguments(positionals);
    const rates = {
      errorRate: readRate('error-rate', values['error-rate']),
      hangRate: readRate('hang-rate', values['hang-rate']),
      malformedRate: readRate('malformed-rate', values['malformed-rate']),
      noBidRate: readRate('no-bid-rate', values['no-bid-rate']),
    };
    const sum = Object.values(rates).reduce((total, rate) => total + rate, 0);
    if (sum > 1 + SUM_TOLERANCE) {
      throw new Error('the rates are shares of all requests: expected at most 1 together');
    }
    const publicUrl = values['public-url'];
    return {
      host: values.host,
      port: readPort('port', values.port),
      seat: values.seat,
      adomain: readDomain('adomain', values.adomain),
      hasFreshAds: values['fresh-ads'],
      hasNotices: !values['no-notices'],
      price: readNumberOrRange('price', values.price),
      latencyMs: readLatency(values.latency),
      ...rates,
      ...(values.print ? { tell: (line: string) => process.stdout.write(`${line}\n`) } : {}),
      ...(publicUrl === undefined ? {} : { publicUrl: readHttpUrl('public-url', publicUrl) }),
    };
  },
  run: (asked, fail) =>
    serveUntilSignal(
      () => startMockDsp(asked),
      ({ bidUrl }) => `The mock DSP takes bid requests at ${bidUrl}`,
      fail,
    ),
});

function readLatency(text: string): Behaviour['latencyMs'] {
  if (!text.includes(',')) return readNumberOrRange('latency', text);
  const [p50, p99] = readPair(text, ',') ?? [];
  if (p50 !== undefined && p99 !== undefined && p50 > 0) return { p50, p99 };
  throw misfit('latency', 'a median above 0 and a 99th percentile like 20,80', text);
}

/** Sums of decimals are not exact: shares that add up to 1 may come out slightly above it. */
const SUM_TOLERANCE = 1e-9;
