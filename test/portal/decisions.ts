/** Who may call what on the admin port. A route that is added needs a row, so that somebody has decided it. */

export type Role = 'none' | 'a' | 'b' | 'read' | 'ads' | 'admin';

type Decision = {
  /** The role that an operator needs. */
  readonly operators: 'read' | 'ads' | 'admin';
  /** Whether people of publishers may call it, each for its own publisher. */
  readonly people: boolean;
};

const to = (operators: Decision['operators'], names: readonly string[], people = false) =>
  names.map((name): [string, Decision] => [name, { operators, people }]);

export const ROLES: Readonly<Record<string, Decision>> = Object.fromEntries([
  ...to('read', [
    'GET /status',
    'GET /auctions',
    'GET /auctions/{id}',
    'GET /auctions/{id}/request',
    'GET /requests',
    'GET /requests/{id}',
    'GET /metrics',
    'GET /openapi.json',
    'GET /api/live',
    'GET /api/partners',
    'GET /api/partners/{partner}',
    'GET /api/publishers',
    'GET /api/publishers/{publisher}',
    'GET /api/publishers/{publisher}/supply',
    'GET /api/campaigns',
    'GET /api/campaigns/{partner}/{campaign}',
    'GET /api/campaigns/{partner}/{campaign}/delivery',
    'GET /api/creatives',
    'GET /api/creatives/{partner}/{campaign}/{creative}',
    'GET /api/images',
    'GET /api/report',
    'GET /api/traffic',
    'GET /api/statements',
    'GET /api/statements/adjustments',
    'GET /api/statements/{month}',
    'GET /api/statements/{month}/publishers/{publisher}',
    'GET /api/statements/{month}/partners/{partner}',
    'GET /api/limits',
    'POST /api/campaigns/check',
    'POST /api/campaigns/estimate',
    'POST /api/validate',
    'POST /api/derive',
  ]),
  ...to('ads', [
    'GET /api/campaigns/{partner}/{campaign}/history',
    'GET /api/partners/{partner}/history',
    'GET /api/publishers/{publisher}/history',
    'POST /api/publishers/{publisher}/supply/check',
    'POST /api/campaigns',
    'PUT /api/campaigns/{partner}/{campaign}',
    'DELETE /api/campaigns/{partner}/{campaign}',
    'POST /api/campaigns/{partner}/{campaign}/state',
    'PUT /api/creatives/{partner}/{campaign}/{creative}',
    'POST /api/images',
    'POST /api/images/size',
    'DELETE /api/images/{hash}',
    'POST /api/try',
  ]),
  ...to('admin', [
    'GET /api/audit',
    'POST /api/statements/adjustments',
    'DELETE /api/statements/adjustments/{id}',
    'POST /api/statements/{month}/close',
    'GET /api/advertisers/{partner}/{advertiser}/key',
    'POST /api/creatives/{partner}/{campaign}/{creative}/review',
    'POST /api/partners/{partner}/pause',
    'POST /api/partners/{partner}/resume',
    'POST /api/partners',
    'POST /api/partners/test',
    'PUT /api/partners/{partner}',
    'DELETE /api/partners/{partner}',
    'POST /api/partners/{partner}/state',
    'POST /api/partners/{partner}/test',
    'POST /api/publishers',
    'PUT /api/publishers/{publisher}',
    'DELETE /api/publishers/{publisher}',
    'POST /api/publishers/{publisher}/state',
    'POST /api/publishers/{publisher}/keys',
    'DELETE /api/publishers/{publisher}/keys/{key}',
    'POST /api/publishers/{publisher}/invitations',
    'DELETE /api/publishers/{publisher}/invitations/{invitation}',
    'DELETE /api/publishers/{publisher}/people/{person}',
  ]),
  ...to(
    'read',
    [
      'GET /api/portal',
      'GET /api/portal/earnings',
      'GET /api/portal/requests',
      'GET /api/portal/requests/{request}',
      'GET /api/portal/passkeys',
      'GET /api/portal/settings',
      'GET /api/portal/integration',
      'GET /api/portal/snippets',
      'GET /api/portal/supply',
      'GET /api/portal/statements',
      'GET /api/portal/statements/{month}',
    ],
    true,
  ),
  ...to('ads', ['POST /api/portal/supply/check'], true),
  ...to(
    'admin',
    [
      'PUT /api/portal/settings',
      'POST /api/portal/blocks',
      'POST /api/portal/keys',
      'POST /api/portal/passkeys',
      'POST /api/portal/passkeys/options',
      'DELETE /api/portal/passkeys/{passkey}',
      'DELETE /api/portal/keys/{key}',
    ],
    true,
  ),
]);

/** What is answered before anybody is known. */
export const OPEN = {
  routes: [
    'POST /login',
    'POST /logout',
    'GET /api/session',
    'POST /portal/login',
    'POST /portal/logout',
    'POST /portal/accept',
    'POST /portal/passkey',
    'POST /portal/passkey/options',
    'GET /api/portal/session',
  ],
  files: ['GET /', 'GET /portal', 'GET /docs', 'GET /docs/', 'GET /assets/icon.svg'],
} as const;
