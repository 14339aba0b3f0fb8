import { parseIp } from '../../lib/ip.ts';
import type { JsonObject } from '../../lib/schema-fault.ts';
import type { ValidRequest } from '../openrtb/validate.ts';

/** Without a text in the place of an IP address that is no address: it may be anything (ruling 79). */
export function withoutFalseAddresses(request: ValidRequest): ValidRequest {
  const { device } = request.wire;
  if (device === undefined) return request;
  if (!isFalse(device, 'ip') && !isFalse(device, 'ipv6')) return request;
  const kept = Object.entries(device).filter(
    ([name]) => (name !== 'ip' && name !== 'ipv6') || !isFalse(device, name),
  );
  return { ...request, wire: { ...request.wire, device: Object.fromEntries(kept) } };
}

function isFalse(device: JsonObject, name: 'ip' | 'ipv6'): boolean {
  const value = device[name];
  return value !== undefined && (typeof value !== 'string' || parseIp(value) === undefined);
}

/** The request as partners may see it: without `ext.parley`, whatever is in it (ruling 76). */
export function withoutConversation(request: ValidRequest): ValidRequest {
  if (request.wire.ext?.parley === undefined) return request;
  const { ext, ...others } = request.wire;
  const { parley: _, ...rest } = ext;
  const wire = Object.keys(rest).length === 0 ? others : { ...others, ext: rest };
  return { ...request, wire };
}
