import { parseIp } from '../../lib/ip.ts';
import type { JsonObject } from '../../lib/schema-fault.ts';
import type { ValidRequest } from '../openrtb/validate.ts';

const ADDRESS_FIELDS = ['ip', 'ipv6'] as const;

/** Without a text in the place of an IP address that is no address: it may be anything (ruling 79). */
export function withoutFalseAddresses(request: ValidRequest): ValidRequest {
  const { device } = request.wire;
  if (device === undefined) return request;
  const fields: JsonObject = device;
  const wrong = ADDRESS_FIELDS.filter((name) => {
    const value = fields[name];
    return value !== undefined && (typeof value !== 'string' || parseIp(value) === undefined);
  });
  if (wrong.length === 0) return request;
  const kept = Object.entries(device).filter(([name]) => !wrong.some((one) => one === name));
  return { ...request, wire: { ...request.wire, device: Object.fromEntries(kept) } };
}

/** The request as partners may see it: without `ext.parley`, whatever is in it (ruling 76). */
export function withoutConversation(request: ValidRequest): ValidRequest {
  if (request.wire.ext?.parley === undefined) return request;
  const { ext, ...others } = request.wire;
  const { parley: _, ...rest } = ext;
  const wire = Object.keys(rest).length === 0 ? others : { ...others, ext: rest };
  return { ...request, wire };
}
