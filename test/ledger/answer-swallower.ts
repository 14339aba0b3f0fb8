import { connect, createServer, type Socket } from 'node:net';
import { atCleanUp } from '../process.ts';

/** Stands between a machine and Postgres. */
export type AnswerSwallower = {
  /** The URL of the same database through it. */
  readonly url: string;
  /** From now on statements arrive and their answers are lost. */
  readonly swallow: () => void;
  /** From now on nobody takes the answers from Postgres. */
  readonly hold: () => void;
  /** Answers arrive again on connections that are opened later. */
  readonly recover: () => void;
};

export async function startAnswerSwallower(databaseUrl: string): Promise<AnswerSwallower> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const pairs = new Set<{ readonly server: Socket; isSwallowing: boolean }>();
  let isSwallowing = false;
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    const pair = { server, isSwallowing };
    pairs.add(pair);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.pipe(server);
    server.on('data', (bytes) => {
      if (!pair.isSwallowing) client.write(bytes);
    });
    server.on('end', () => {
      if (!pair.isSwallowing) client.end();
    });
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  atCleanUp(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(databaseUrl);
  const address = proxy.address();
  url.port = typeof address === 'object' ? String(address?.port) : '';
  return {
    url: url.href,
    swallow() {
      isSwallowing = true;
      for (const pair of pairs) pair.isSwallowing = true;
    },
    hold() {
      for (const { server } of pairs) server.pause();
    },
    recover() {
      isSwallowing = false;
    },
  };
}
