/** What a publisher declares of itself, as far as buyers can check it. */
export type SupplyPublisher = {
  readonly id: string;
  readonly seller?: {
    readonly name: string;
    readonly domain: string;
    readonly type: 'publisher' | 'intermediary' | 'both';
  };
  /** The origins of its pages. */
  readonly origins?: readonly string[];
};

/** This exchange, as the files of publishers name it. */
export type NamedExchange = {
  /** As in supply chains. */
  readonly domain: string;
  /** Where callers reach it. */
  readonly url: string;
  /** Where AI buyers do. undefined: nothing is sold to them. */
  readonly agentUrl?: string | undefined;
};

/** The domain whose files count: that of the seller, without `www.`. */
export function declaredDomain({ seller }: SupplyPublisher): string | undefined {
  return seller === undefined ? undefined : bareDomain(seller.domain);
}

export function bareDomain(domain: string): string {
  return domain.toLowerCase().replace(/^www\./, '');
}

/** Whether a host is this domain or below it. `notexample.com` is not below `example.com`. */
export function isWithin(host: string, domain: string): boolean {
  const lower = host.toLowerCase();
  return lower === domain || lower.endsWith(`.${domain}`);
}

const MISMATCHES_MAX = 10;

/** A sentence for each page that is not of the declared domain. The first ones suffice. */
export function originMismatches(publisher: SupplyPublisher): readonly string[] {
  const domain = declaredDomain(publisher);
  if (domain === undefined) return [];
  return (publisher.origins ?? [])
    .filter((origin) => !isWithin(URL.parse(origin)?.hostname ?? '', domain))
    .slice(0, MISMATCHES_MAX)
    .map(
      (origin) =>
        `expected the pages of this publisher on ${domain}, the domain of its seller entry, but origins has ${origin}`,
    );
}
