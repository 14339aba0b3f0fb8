import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Buyer } from './buyers.ts';
import type { Seller } from './seller.ts';

type McpParts = {
  readonly seller: Seller;
  readonly version: string;
};

/** A JSON-RPC message, and who sent it. */
type McpMessage = {
  readonly message: object;
  readonly headers: Readonly<Record<string, string>>;
  readonly buyer: Buyer | undefined;
};

/** Both eras of the protocol want the body to be JSON, and a client that could read a stream too. */
const ACCEPTED = 'application/json, text/event-stream';

/** No tool says anything before its answer, so nobody has to hold a stream open for more. */
const STREAMS_MAX = 0;

export type Mcp = ReturnType<typeof createMcp>;

/** The seller as an MCP server without sessions: a message in, a JSON answer out, in each version of the protocol. */
export function createMcp({ seller, version }: McpParts) {
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
        const names = seller.tools().map(({ name }) => name);
        const text = `expected one of ${names.join(', ')}`;
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

  async function answerLegacy(request: Request, message: object, buyer: Buyer | undefined) {
    const server = serverFor(buyer);
    // The library's own answer to 2025 versions is a stream, which a worker could not pass on as it is.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  }

  return async ({ message, headers, buyer }: McpMessage): Promise<Response> => {
    const request = new Request('http://seller/', {
      method: 'POST',
      headers: { ...headers, accept: ACCEPTED, 'content-type': 'application/json' },
    });
    if (await isLegacyRequest(request, message)) return answerLegacy(request, message, buyer);
    const handler = createMcpHandler(() => serverFor(buyer), {
      legacy: 'reject',
      maxSubscriptions: STREAMS_MAX,
    });
    return handler.fetch(request, { parsedBody: message });
  };
}
