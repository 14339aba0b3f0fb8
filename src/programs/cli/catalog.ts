import { parseArgs } from 'node:util';
import { startCatalog } from '../../demand/catalog/server.ts';
import { readHttpUrl, readPort } from '../../host/command/option-values.ts';
import { serverCommand } from './run-server.ts';

const HELP = `Serves the product catalogue that ships with Parley, as a product service would

Usage: parley catalog [options]

  --host <host>            where to listen (127.0.0.1)
  --port <port>            where to listen; 0 takes a free one (8090)
  --image-base-url <url>   where clients find the pictures, if not here
  --help                   this text

Try it: curl 'http://127.0.0.1:8090/v1/ads/search?query=trail%20shoes&maxOfferPrice=150'
`;

/** `parley catalog`: serves until it is told to stop. */
export const catalog = serverCommand({
  name: 'catalog',
  help: HELP,
  read(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8090' },
        'image-base-url': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return 'help';
    const imageBaseUrl = values['image-base-url'];
    return {
      host: values.host,
      port: readPort('port', values.port),
      ...(imageBaseUrl === undefined
        ? {}
        : { imageBaseUrl: readHttpUrl('image-base-url', imageBaseUrl) }),
    };
  },
  start: startCatalog,
  greet: ({ url }) => `The catalogue is listening on ${url}`,
});
