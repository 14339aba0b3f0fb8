import { type Bought, buyBy, saleRequest } from '../../notices/exchange.ts';

/** The public host of the examples, at a port of this machine. */
export type Proxied = {
  readonly ask: (host: string, path: string, init?: RequestInit) => Promise<Response>;
  readonly buy: () => Promise<Bought>;
  /** Calls a notice, whose URL names the public host. */
  readonly call: (url: string) => Promise<Response>;
};

/** By HTTPS, through the proxy at this port, whose certificates sign themselves. */
export function proxiedAt(port: number): Proxied {
  const ask: Proxied['ask'] = (host, path, init = {}) =>
    fetch(`https://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { Host: `${host}.example.com`, ...init.headers },
      tls: { rejectUnauthorized: false, serverName: `${host}.example.com` },
    });
  return {
    ask,
    buy: () =>
      buyBy(() =>
        ask('ads', '/openrtb2', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: saleRequest(),
        }),
      ),
    call(url) {
      const { origin, pathname, search } = new URL(url);
      if (origin !== 'https://ads.example.com') throw new Error(`expected the public URL: ${url}`);
      return ask('ads', `${pathname}${search}`);
    },
  };
}
