import { dlopen, ptr } from 'bun:ffi';
import { chmodSync } from 'node:fs';

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const MSG_DONTWAIT = 0x40;

/** The end of systemd: a Unix datagram socket that collects the messages of a service. */
export function openNotifySocket(path: string) {
  const { symbols: libc } = dlopen('libc.so.6', {
    socket: { args: ['int', 'int', 'int'], returns: 'int' },
    bind: { args: ['int', 'ptr', 'u32'], returns: 'int' },
    recv: { args: ['int', 'ptr', 'u64', 'int'], returns: 'i64' },
    close: { args: ['int'], returns: 'int' },
  });
  const descriptor = libc.socket(AF_UNIX, SOCK_DGRAM, 0);
  const family = new Uint8Array(new Uint16Array([AF_UNIX]).buffer);
  const address = Buffer.concat([family, Buffer.from(path)]);
  if (libc.bind(descriptor, ptr(address), address.length) !== 0) throw new Error(`no ${path}`);
  chmodSync(path, 0o777);
  const messages: string[] = [];
  const buffer = Buffer.alloc(4096);
  const receive = (): readonly string[] => {
    for (;;) {
      const length = Number(libc.recv(descriptor, ptr(buffer), buffer.length, MSG_DONTWAIT));
      if (length <= 0) return messages;
      messages.push(buffer.subarray(0, length).toString());
    }
  };
  // The kernel keeps ten messages, and further ones are lost.
  const receiving = setInterval(receive, 50);
  return {
    path,
    /** All that came so far. */
    messages: receive,
    close() {
      clearInterval(receiving);
      libc.close(descriptor);
    },
  };
}
