import type { ValidRequest } from '../openrtb/validate.ts';

/** The request as partners may see it: without `ext.parley`, whatever is in it (ruling 76). */
export function withoutConversation(request: ValidRequest): ValidRequest {
  if (request.wire.ext?.parley === undefined) return request;
  const { ext, ...others } = request.wire;
  const { parley: _, ...rest } = ext;
  const wire = Object.keys(rest).length === 0 ? others : { ...others, ext: rest };
  return { ...request, wire };
}
