import { isObject } from '../../lib/schema-fault.ts';
import type { BidRequest } from './bid-request.ts';

/** Ruling 39: the publisher of a request is `site.publisher.id` or `app.publisher.id`. */
export function publisherIdOf({ site, app }: BidRequest): string | undefined {
  return site?.publisher?.id ?? app?.publisher?.id;
}

/** The same, read before validation, so that invalid requests count against the publisher too (ruling 41). */
export function readPublisherId(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  return idOfPublisherIn(body.site) ?? idOfPublisherIn(body.app);
}

function idOfPublisherIn(channel: unknown): string | undefined {
  const publisher = isObject(channel) ? channel.publisher : undefined;
  const id = isObject(publisher) ? publisher.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Whether a request, validated or not, is one in test mode. */
export function readIsTest(body: unknown): boolean {
  return isObject(body) && body.test === 1;
}
