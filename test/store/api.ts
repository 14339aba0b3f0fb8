import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';

/** Calls of the campaign API, as one holder of a token. */
export function apiOf(adminUrl: string, token: string) {
  const call = (method: string, path: string, body?: unknown, headers: object = {}) =>
    fetch(`${adminUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    call,
    create: (campaign: object, headers: object = {}) =>
      call('POST', '/api/campaigns?partner=own', campaign, headers),
    read: (id: string) => call('GET', `/api/campaigns/own/${id}`),
    replace: (campaign: Campaign, ifMatch: string | null) =>
      call(
        'PUT',
        `/api/campaigns/own/${campaign.id}`,
        campaign,
        ifMatch === null ? {} : { 'If-Match': ifMatch },
      ),
    setState: (id: string, state: string) =>
      call('POST', `/api/campaigns/own/${id}/state`, { state }),
    /** Of a creative such as `<campaign>/<creative>`, in the revision that it has now. */
    async review(creative: string, review: object) {
      const at = `/api/creatives/own/${creative}`;
      const etag = (await call('GET', at)).headers.get('etag') ?? '';
      return call('POST', `${at}/review`, review, { 'If-Match': etag });
    },
  };
}

export type ErrorBody = {
  readonly error: {
    readonly code: string;
    readonly details: {
      readonly reason: string;
      readonly faults?: readonly { readonly field: string; readonly reason: string }[];
    };
  };
};
