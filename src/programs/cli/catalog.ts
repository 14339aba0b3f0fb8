import { startCatalog } from '../../demand/catalog/server.ts';
import { command, noArguments } from '../../host/command/command.ts';
import { readHttpUrl, readPort } from '../../host/command/option-values.ts';
import { serveUntilSignal } from './run-server.ts';

const HELP = `Serves the product catalogue that ships with Parley, as a product service would

Usage: parley catalog [options]

  --host <host>            where to listen (127.0.0.1)
  --port <port>            where to listen; 0 takes a free one (8090)
  --image-base-url <url>   where clients find the pictures, if not here
  --help                   this text

Try it: curl 'http://127.0.0.1:8090/v1/ads/search?query=trail%20shoes&maxOfferPrice=150'
`;

/** `parley catalog`: serves until it is told to stop. */
export const catalog = command({
  name: 'catalog',
  help: HELP,
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8090' },
    'image-base-url': { type: 'string' },
  },
  read(values, positionals) {
    noArguments(positionals);
    const imageBaseUrl = values['image-base-url'];
    return {
      host: values.host,
      port: readPort('port', values.port),
      ...(imageBaseUrl === undefined
        ? {}
        : { imageBaseUrl: readHttpUrl('image-base-url', imageBaseUrl) }),
    };
  },
  run: (asked, fail) =>
    serveUntilSignal(
      () => startCatalog(asked),
      ({ url }) => `The catalogue is listening on ${url}`,
      fail,
    ),
});
