import type { BidRequest } from './bid-request.ts';

/**
 * A request as it can be shown and sent again: what is on offer and what the conversation is about, and
 * nothing about the person. What is not listed here stays behind, fields that nobody declared included.
 */
export function withoutPerson(wire: BidRequest): BidRequest {
  const { site, app, device, regs, ext } = wire;
  const { audience: _, ...context } = ext?.service ?? {};
  return defined({
    ...picked(wire, ['id', 'test', 'at', 'tmax', 'cur', 'bcat', 'acat', 'cattax', 'badv', 'bapp']),
    ...picked(wire, ['wseat', 'bseat', 'wlang']),
    imp: wire.imp.map((imp) =>
      defined({
        ...picked(imp, ['id', 'bidfloor', 'bidfloorcur', 'secure', 'pmp']),
        native: picked(imp.native, ['request', 'ver', 'api', 'battr']),
        ext: imp.ext && picked(imp.ext, ['service', 'service_product_search']),
      }),
    ),
    // No page address and no referrer: they can name a person.
    site: site && {
      ...picked(site, ['id', 'name', 'domain', 'cat', 'keywords']),
      ...publisherOf(site),
    },
    app: app && {
      ...picked(app, ['id', 'name', 'bundle', 'cat', 'keywords']),
      ...publisherOf(app),
    },
    device: device && {
      ...picked(device, ['language', 'devicetype']),
      ...(device.geo?.country === undefined ? {} : { geo: { country: device.geo.country } }),
    },
    regs: regs && {
      ...picked(regs, ['coppa', 'gdpr', 'us_privacy', 'gpp', 'gpp_sid']),
      ...(regs.ext === undefined ? {} : { ext: picked(regs.ext, ['gdpr', 'us_privacy']) }),
    },
    ext: ext?.service && { service: context },
  }) as BidRequest;
}

function publisherOf({ publisher }: { readonly publisher?: { readonly id?: string } }): object {
  return publisher?.id === undefined ? {} : { publisher: { id: publisher.id } };
}

function picked<T extends object, K extends keyof T>(value: T, names: readonly K[]): Partial<T> {
  const kept: Partial<T> = {};
  for (const name of names) if (value[name] !== undefined) kept[name] = value[name];
  return kept;
}

/** Without the properties that are undefined: they would not survive as JSON anyway. */
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}
