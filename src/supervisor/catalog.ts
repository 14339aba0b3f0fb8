import { type Catalog, startCatalog } from '../catalog/server.ts';
import type { Config } from '../config/config.ts';
import { traitsOf } from '../demand/kinds.ts';

/** The product service that ships with Parley, where a partner uses it. */
export function startCatalogFor({ partners }: Config, publicUrl: string): Catalog | undefined {
  if (!partners.some((entry) => traitsOf(entry).usesCatalog)) return undefined;
  return startCatalog({ host: '127.0.0.1', port: 0, imageBaseUrl: publicUrl });
}
