import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { ContextSchema } from './context.ts';
import { count, Id, list, strings } from './fields.ts';
import { type Classified, classified, optional, required } from './privacy-class.ts';
import { App, Site } from './request/channel.ts';
import { ConversationSchema } from './request/conversation.ts';
import { Currency, ImpSchema } from './request/imp.ts';
import { Regs } from './request/regs.ts';
import { Device, User } from './request/user.ts';
import { REQUEST_ITEMS_MAX } from './size-limits.ts';

/**
 * The bid request as it comes over the wire. One declaration gives the type, the compiled check, the
 * error path and the JSON Schema. Properties stand in the order in which their faults are reported
 * (ruling 10). What is not declared is kept, and passed on to partners that may see everything (ruling 26).
 * The classes beside the fields say what the others may see (ruling 47).
 */

export const IMPS_MAX = REQUEST_ITEMS_MAX.imps;

/** What the publisher blocks or allows. */
const BlockList = strings(REQUEST_ITEMS_MAX.blocks);

const CHAIN_CLASSES: Classified = {
  complete: ['context', 'flag'],
  ver: ['context', 'version'],
  nodes: {
    asi: ['context', 'host'],
    sid: ['context', 'token'],
    rid: ['context', 'token'],
    name: ['context', 'label'],
    domain: ['context', 'host'],
    hp: ['context', 'flag'],
  },
};

export const BidRequestSchema = classified(
  {
    id: required('context', Id),
    imp: required('nested', list(ImpSchema, IMPS_MAX, { minItems: 1 })),
    test: optional(
      'context',
      Type.Enum([0, 1], {
        expects: '0 or 1',
        description: '1 = test mode: always filled, never billed.',
      }),
    ),
    at: optional('context', Type.Enum([1, 2], { expects: '1 (first price) or 2 (second price)' })),
    tmax: optional(
      'context',
      Type.Integer({ minimum: 100, maximum: 5000, description: 'Milliseconds the caller waits.' }),
    ),
    site: optional('nested', Site),
    app: optional('nested', App),
    device: optional('nested', Device),
    user: optional('nested', User),
    regs: optional('nested', Regs),
    ext: optional(
      'nested',
      classified({
        service: optional('nested', ContextSchema),
        parley: optional('nested', ConversationSchema),
      }),
    ),
    // Standard fields that the auction acts on. They protect the publisher, so a wrong type is refused
    // rather than ignored.
    cur: optional('context', list(Currency, REQUEST_ITEMS_MAX.currencies)),
    bcat: optional('context', BlockList),
    acat: optional('context', BlockList),
    cattax: optional('context', count(0)),
    badv: optional('context', BlockList),
    bapp: optional('context', BlockList),
    wseat: optional('context', BlockList),
    bseat: optional('context', BlockList),
    wlang: optional('context', BlockList),
  },
  {
    wlangb: ['context', 'languages'],
    allimps: ['context', 'flag'],
    source: {
      fd: ['context', 'flag'],
      tid: ['context', 'token'],
      pchain: ['context', 'label'],
      schain: CHAIN_CLASSES,
      ext: { schain: CHAIN_CLASSES },
    },
  },
);

export type BidRequest = DeepReadonly<Static<typeof BidRequestSchema>>;
export type Imp = BidRequest['imp'][number];

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
