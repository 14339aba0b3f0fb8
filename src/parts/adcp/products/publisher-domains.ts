import type { Config } from '../../../host/config/config.ts';
import type { PublisherDefinition } from '../../../store/account-kinds.ts';
import type { AdProduct } from './product.ts';

type DomainSources = {
  readonly config: () => Pick<Config, 'listen'>;
  readonly publicUrl: () => string;
  readonly publisherOf: (id: string) => PublisherDefinition | undefined;
};

/** By which the files of publishers name this exchange. */
export function exchangeDomainOf({
  config,
  publicUrl,
}: Pick<DomainSources, 'config' | 'publicUrl'>): string {
  return config().listen.exchangeDomain ?? new URL(publicUrl()).hostname;
}

/** Domains of publishers as their files are found: those of their entries as sellers, or else of their pages. */
export function createPublisherDomains({
  config,
  publicUrl,
  publisherOf,
}: DomainSources) {
  const exchange = () => exchangeDomainOf({ config, publicUrl });

  function domainOf(id: string): string | undefined {
    const { seller, origins = [] } = publisherOf(id) ?? {};
    const domain = seller?.domain ?? URL.parse(origins[0] ?? '')?.hostname;
    return domain?.toLowerCase().replace(/^www\./, '');
  }

  const declared = (ids: readonly string[]): readonly string[] => [
    ...new Set(ids.flatMap((id) => domainOf(id) ?? [])),
  ];

  return {
    exchange,
    declared,
    /** At least one: a product whose publishers declare no domain has that of the exchange. */
    of({ publishers }: Pick<AdProduct, 'publishers'>): readonly string[] {
      const domains = declared(publishers);
      return domains.length === 0 ? [exchange()] : domains;
    },
  };
}
