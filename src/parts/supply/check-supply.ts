import { ADAGENTS_PATH, isOurAgent, readAdagents } from './adagents.ts';
import { type AdsTxt, adsTxtLines, isAccount, RELATIONSHIPS, readAdsTxt } from './ads-txt.ts';
import {
  bareDomain,
  declaredDomain,
  type NamedExchange,
  originMismatches,
  type SupplyPublisher,
} from './claim.ts';
import type { NoFile, SupplyFetcher } from './fetch-file.ts';

/** What a check says of a file. Of two files, the result that stands first here counts. */
const FILE_RESULTS = [
  'matched',
  'other-relationship',
  'line-missing',
  'unreachable',
  'file-missing',
] as const;

type Judged = {
  readonly result: (typeof FILE_RESULTS)[number];
  /** The result in words: what was expected, and what came. */
  readonly sentence: string;
};

type FileCheck = Judged & {
  /** Either of the first two proves that the publisher sells here. */
  readonly file: 'ads.txt' | 'app-ads.txt' | 'adagents.json';
  /** Where it was found, behind redirects, or looked for. */
  readonly url: string;
};

export type SupplyCheck = {
  readonly result: Judged['result'] | 'no-domain';
  readonly sentence: string;
  /** The domain that was checked. */
  readonly domain?: string;
  readonly files: readonly FileCheck[];
  /** In words, where the domains that the publisher declares do not match each other. */
  readonly mismatches: readonly string[];
};

const NO_DOMAIN: SupplyCheck = {
  result: 'no-domain',
  sentence: 'expected a seller entry with a domain (publishers[].seller), but there is none',
  files: [],
  mismatches: [],
};

/** Fetches the files of a publisher's domain, and compares them with what it has to publish. */
export async function checkSupply(
  publisher: SupplyPublisher,
  exchange: NamedExchange,
  fetcher: SupplyFetcher,
): Promise<SupplyCheck> {
  const domain = declaredDomain(publisher);
  if (domain === undefined) return NO_DOMAIN;
  const [web, app, agents] = await Promise.all([
    checkAdsTxt('ads.txt', domain),
    checkAdsTxt('app-ads.txt', domain),
    checkAdagents(domain, exchange, fetcher),
  ]);
  const { result, sentence } = rankOf(app.check) < rankOf(web.check) ? app.check : web.check;
  return {
    result,
    sentence,
    domain,
    files: [web.check, app.check, agents],
    mismatches: [...originMismatches(publisher), ...web.mismatches, ...app.mismatches],
  };

  async function checkAdsTxt(file: 'ads.txt' | 'app-ads.txt', declared: string) {
    const fetched = await fetcher.fetchFile(declared, `/${file}`);
    const { url } = fetched;
    if (fetched.kind !== 'text') return { check: notThere(file, fetched), mismatches: [] };
    if (!/^text\/plain(?:\s*;|\s*$)/i.test(fetched.type)) {
      const type = fetched.type === '' ? 'without a type' : shown(fetched.type);
      const sentence = `expected ${url} as text/plain, but it is ${type}: this counts as no ${file}`;
      return { check: { file, url, result: 'file-missing', sentence } as const, mismatches: [] };
    }
    const content = readAdsTxt(fetched.text);
    const check = { file, url, ...judged(content, publisher, exchange, url) };
    return { check, mismatches: ownerMismatch(content, declared, url) };
  }
}

const rankOf = ({ result }: Judged): number => FILE_RESULTS.indexOf(result);

/** Whether the records have the publisher's line. */
function judged(
  { records, isCut }: AdsTxt,
  publisher: SupplyPublisher,
  exchange: NamedExchange,
  url: string,
): Judged {
  const [line = ''] = adsTxtLines(publisher, exchange);
  const ofExchange = records.filter(({ domain }) => domain === exchange.domain.toLowerCase());
  const ofAccount = ofExchange.filter(({ account }) => isAccount(account, publisher.id));
  const wanted: readonly string[] = RELATIONSHIPS[publisher.seller?.type ?? 'publisher'];
  if (ofAccount.some(({ relationship }) => wanted.includes(relationship))) {
    return { result: 'matched', sentence: `${url} has the line of this publisher` };
  }
  const [other] = ofAccount;
  if (other !== undefined) {
    const sentence = `expected ${wanted.join(' or ')} in the line of this publisher in ${url}, but got ${shown(other.relationship)}`;
    return { result: 'other-relationship', sentence };
  }
  const got =
    ofExchange.length > 0
      ? `it names ${exchange.domain} with other accounts, like ${shown(ofExchange[0]?.account ?? '')}`
      : 'it has none of this exchange';
  const cut = isCut ? ', as far as it was read' : '';
  return {
    result: 'line-missing',
    sentence: `expected the line "${line}" in ${url}, but ${got}${cut}`,
  };
}

const SHOWN_LENGTH_MAX = 60;

/** Text of a stranger in a sentence of ours. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_LENGTH_MAX).toWellFormed());
}

/** The owner in the file is the seller, or the seller manages the inventory for another owner. */
function ownerMismatch({ ownerDomain, managerDomain }: AdsTxt, domain: string, url: string) {
  const isKnown = [ownerDomain ?? domain, managerDomain ?? ''].some(
    (one) => bareDomain(one) === domain,
  );
  if (isKnown) return [];
  return [
    `expected OWNERDOMAIN=${domain} in ${url}, the domain of the seller entry, but got ${shown(ownerDomain ?? '')}`,
  ];
}

async function checkAdagents(
  domain: string,
  exchange: NamedExchange,
  fetcher: SupplyFetcher,
): Promise<FileCheck> {
  const file = 'adagents.json';
  const first = await fetcher.fetchFile(domain, ADAGENTS_PATH);
  if (first.kind !== 'text') return notThere(file, first);
  let agents = readAdagents(first.text);
  let { url } = first;
  if (agents.kind === 'elsewhere') {
    const named = await fetcher.fetchNamed(agents.url);
    if (named.kind !== 'text') return notThere(file, named);
    agents = readAdagents(named.text);
    url = named.url;
  }
  if (agents.kind !== 'agents') {
    const reason = agents.kind === 'elsewhere' ? 'it names yet another file' : agents.reason;
    const sentence = `expected the authorized agents in ${url}, but ${reason}`;
    return { file, url, result: 'file-missing', sentence };
  }
  if (agents.urls.some((agent) => isOurAgent(agent, exchange))) {
    return { file, url, result: 'matched', sentence: `${url} authorizes this exchange` };
  }
  const sentence = `expected an agent ${exchange.url} in ${url}, but it authorizes others`;
  return { file, url, result: 'line-missing', sentence };
}

function notThere(file: FileCheck['file'], { kind, url, reason }: NoFile): FileCheck {
  const isMissing = kind === 'missing';
  return {
    file,
    url,
    result: isMissing ? 'file-missing' : 'unreachable',
    sentence: isMissing
      ? `expected a file at ${url}, but ${reason}`
      : `${url} could not be reached: ${reason}`,
  };
}
