import { type Lookup, lookupOf, perObject } from '../../lib/lookup.ts';
import { listedDomain } from './host-name.ts';

/** The domains of a list, as those of advertisers are compared with them (ruling 71). */
const domainsIn = perObject(
  (list: readonly string[]): Lookup<string> =>
    lookupOf(list.map(listedDomain).filter((domain) => domain !== undefined)),
);

/** Whether the list has the domain. */
export function hasDomain(list: readonly string[], domain: string): boolean {
  return list.length > 0 && domainsIn(list).has(domain);
}

/** Whether the list has the domain or one that it is under. */
export function coversDomain(list: readonly string[], domain: string): boolean {
  if (list.length === 0) return false;
  const domains = domainsIn(list);
  for (let name = domain; ; name = name.slice(name.indexOf('.') + 1)) {
    if (domains.has(name)) return true;
    if (!name.includes('.')) return false;
  }
}
