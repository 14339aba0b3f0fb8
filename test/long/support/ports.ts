import { connect } from 'node:net';
import { eventually } from '../../eventually.ts';

/** Waits until somebody accepts connections there. */
export const listens = (port: number) =>
  eventually(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true));
    socket.on('error', () => resolve(false));
    return promise.finally(() => socket.destroy());
  });
