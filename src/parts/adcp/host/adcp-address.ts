import type { Config } from '../../../host/config/config.ts';
import { serverUrl } from '../../../lib/server-url.ts';
import { ADCP_PATH } from '../calls/passed-call.ts';

/** Where AI buyers call, by the config: what they are told comes first. Empty: nowhere. */
export function callAddresses(
  { adcp }: Pick<Config, 'adcp'>,
  publicUrl: string,
  /** Of the port that they have for themselves. */
  ownUrl: string | undefined = ownUrlOf(adcp),
): readonly string[] {
  if (!adcp.enabled) return [];
  const bases = [adcp.publicUrl, ownUrl, publicUrl].filter((base) => base !== undefined);
  return bases.map((base) => `${base}${ADCP_PATH}`);
}

/** undefined: there is none, or only the log knows its number. */
function ownUrlOf({ host, port = 0 }: Config['adcp']): string | undefined {
  return port === 0 ? undefined : serverUrl(host, port);
}
