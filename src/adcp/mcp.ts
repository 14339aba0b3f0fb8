import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { bearerOf } from '../lib/same-secret.ts';
import type { Buyer, Buyers } from './buyers.ts';
import type { Seller } from './seller.ts';

/** A buy with all its packages and creatives is below it. */
const BODY_BYTES_MAX = 1_048_576;

type McpParts = {
  readonly seller: Seller;
  readonly buyers: Buyers;
  readonly version: string;
};

/** The seller as an MCP server: a web handler without sessions. */
export function createMcpEndpoint({ seller, buyers, version }: McpParts) {
  const serverFor = (buyer: Buyer | undefined) => {
    const server = new Server({ name: 'parley', version }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({
      tools: seller.tools().map(({ name, description, schema }) => ({
        name,
        description,
        // A TypeBox schema is a JSON Schema, and those of tools are objects.
        inputSchema: schema as unknown as { type: 'object' },
      })),
    }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const answer = await seller.call(params.name, params.arguments ?? {}, buyer);
      if (answer === undefined) {
        const text = `expected one of ${seller
          .tools()
          .map(({ name }) => name)
          .join(', ')}`;
        return { isError: true, content: [{ type: 'text', text }] };
      }
      const { isError, body } = answer;
      return {
        ...(isError && { isError }),
        structuredContent: body,
        content: [{ type: 'text', text: JSON.stringify(body) }],
      };
    });
    return server;
  };
  const handler = createMcpHandler(({ requestInfo }) => serverFor(buyerOf(requestInfo, buyers)), {
    maxRequestBodySize: BODY_BYTES_MAX,
  });
  return { fetch: (request: Request) => handler.fetch(request), close: handler.close };
}

function buyerOf(request: Request | undefined, buyers: Buyers): Buyer | undefined {
  const token = bearerOf(request?.headers.get('authorization') ?? null);
  return token === undefined ? undefined : buyers.find(token);
}
