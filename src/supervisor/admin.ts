import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { KnownToken } from '../http/admin/access.ts';
import type { AdminApi } from '../http/admin/admin-api.ts';
import { type AdminServer, startAdminServer } from '../http/admin-server.ts';
import { createFindCaller } from '../http/caller.ts';
import { openPort } from '../http/listen-error.ts';
import { schemeOf, serverUrl } from '../lib/server-url.ts';
import type { Surroundings } from '../worker/work.ts';

/** `admin.token` has every right and the name `admin`. */
function knownTokens({ token, tokens }: Config['admin']): readonly KnownToken[] {
  if (token === undefined) return tokens;
  return [{ name: 'admin', token, role: 'admin' }, ...tokens];
}

export function startAdmin(
  { admin, listen, limits }: Config,
  { newId, log, publicPort }: Pick<Surroundings, 'newId' | 'log'> & { readonly publicPort: number },
  api: AdminApi,
): AdminServer {
  const bidUrl = serverUrl(listen.host, publicPort, schemeOf(listen));
  return openPort({ section: 'admin', ...admin }, () =>
    startAdminServer({
      host: admin.host,
      port: admin.port,
      tokens: knownTokens(admin),
      api,
      bidUrl,
      publicUrl: listen.publicUrl ?? bidUrl,
      findCaller: createFindCaller(limits.trustedProxies),
      log,
      newId,
      newSecret: () => randomBytes(32).toString('base64url'),
      nowMs: Date.now,
      tickMs: () => performance.now(),
    }),
  );
}
