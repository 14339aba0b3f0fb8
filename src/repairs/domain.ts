import { preview } from '../lib/preview.ts';
import { hostIn } from '../openrtb/host-name.ts';
import { fieldOf, withField, withoutField } from './json-object.ts';
import { changeAt } from './places.ts';
import type { RequestRepair } from './repair.ts';
import { STRICT } from './strict.ts';

export const strippedDomain: RequestRepair = {
  name: 'domain-stripped',
  description:
    '`site.domain` loses its scheme, user, port, path, white space and last dots; other alphabets are written in punycode.',
  apply: changeAt('site', (site, path, report) => {
    const domain = fieldOf(site, 'domain');
    if (typeof domain !== 'string' || STRICT.domain.Check(domain)) return site;
    const host = hostIn(domain);
    if (!STRICT.domain.Check(host)) return site;
    report(`${path}.domain`, `${preview(host)} is used of ${preview(domain)}`);
    return withField(site, 'domain', host);
  }),
};

export const unusableDomain: RequestRepair = {
  name: 'domain-ignored',
  description:
    'A `site.domain` that has no host name of two labels in it (`localhost`, an address) is ignored.',
  apply: changeAt('site', (site, path, report) => {
    const domain = fieldOf(site, 'domain');
    if (typeof domain !== 'string' || STRICT.domain.Check(domain)) return site;
    report(
      `${path}.domain`,
      `expected a host name of two or more labels, but got ${preview(domain)}`,
    );
    return withoutField(site, 'domain');
  }),
};
