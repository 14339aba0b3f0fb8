import type { Server } from '@modelcontextprotocol/server';
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

type McpLibrary = typeof import('@modelcontextprotocol/server');

export type Mcp = ReturnType<typeof createMcp>;

/** The seller as an MCP server without sessions: a message in, a JSON answer out, in each version of the protocol. */
export function createMcp({ seller, version }: McpParts) {
  const serverFor = ({ Server }: McpLibrary, buyer: Buyer | undefined) => {
    const server = new Server({ name: 'parley', version }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({
      tools: seller.tools.map(({ name, description, input }) => ({
        name,
        description,
        // A TypeBox schema is a JSON Schema, and those of tools are objects.
        inputSchema: input as unknown as { type: 'object' },
      })),
    }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const answer = await seller.call(params.name, params.arguments ?? {}, buyer);
      if (answer === undefined) {
        const names = seller.tools.map(({ name }) => name);
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

  async function answerLegacy(
    library: McpLibrary,
    server: Server,
    request: Request,
    parsedBody: object,
  ) {
    // The library's own answer to 2025 versions is a stream, which a worker could not pass on as it is.
    const transport = new library.WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
    });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody });
    } finally {
      await server.close();
    }
  }

  return async ({ message, headers, buyer }: McpMessage): Promise<Response> => {
    const request = new Request('http://seller/', {
      method: 'POST',
      headers: { ...headers, accept: ACCEPTED, 'content-type': 'application/json' },
    });
    // Here, since it takes a fifth of a second that a start without buyers does not need.
    const library = await import('@modelcontextprotocol/server');
    const server = () => serverFor(library, buyer);
    if (await library.isLegacyRequest(request, message)) {
      return answerLegacy(library, server(), request, message);
    }
    const handler = library.createMcpHandler(server, {
      legacy: 'reject',
      maxSubscriptions: STREAMS_MAX,
    });
    return handler.fetch(request, { parsedBody: message });
  };
}
