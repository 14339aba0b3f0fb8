import type { AdProduct } from './product.ts';
import type { SellerSources } from './tool.ts';

/** Domains of publishers as their files are found: those of their entries as sellers, or else of their pages. */
export function createPublisherDomains({
  config,
  publicUrl,
  publisherOf,
}: Pick<SellerSources, 'config' | 'publicUrl' | 'publisherOf'>) {
  const exchange = () => config().listen.exchangeDomain ?? new URL(publicUrl()).hostname;

  function domainOf(id: string): string | undefined {
    const { seller, origins = [] } = publisherOf(id) ?? {};
    const domain = seller?.domain ?? URL.parse(origins[0] ?? '')?.hostname;
    return domain?.toLowerCase().replace(/^www\./, '');
  }

  return {
    exchange,
    /** At least one: a product whose publishers declare no domain has that of the exchange. */
    of({ publishers }: Pick<AdProduct, 'publishers'>): readonly string[] {
      const domains = new Set(publishers.flatMap((id) => domainOf(id) ?? []));
      return domains.size === 0 ? [exchange()] : [...domains];
    },
  };
}
