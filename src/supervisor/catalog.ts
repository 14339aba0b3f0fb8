import { type Catalog, startCatalog } from '../catalog/server.ts';
import type { Config } from '../config/config.ts';
import { EMBEDDED } from '../worker/assemble.ts';

/** The product service that ships with Parley, where a partner uses it. */
export function startCatalogFor({ partners }: Config, publicUrl: string): Catalog | undefined {
  const isWanted = partners.some(
    (entry) => entry.kind === 'product-search' && entry.url === EMBEDDED,
  );
  if (!isWanted) return undefined;
  return startCatalog({ host: '127.0.0.1', port: 0, imageBaseUrl: publicUrl });
}
