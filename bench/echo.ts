/** What everything is compared with: a bare server that reads JSON and sends it back. */
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  development: false,
  fetch: async (request) => Response.json(await request.json()),
});
process.on('SIGINT', () => process.exit(0));
process.stdout.write(`listening on http://localhost:${server.port}\n`);

export {};
