import { dlopen, ptr } from 'bun:ffi';
import type { Environment } from '../../host/config/config.ts';

/** Tells systemd how the service is, by the protocol of sd_notify. Without systemd it does nothing. */
export function createServiceManager({ NOTIFY_SOCKET: socket, WATCHDOG_USEC = '0' }: Environment) {
  const notify = socket ? openNotifySocket(socket) : () => {};
  const watchdogMs = Number(WATCHDOG_USEC) / 1000;
  // As systemd advises, twice in its interval. A blocked event loop sends nothing, and systemd starts the service anew.
  if (socket && watchdogMs > 0) setInterval(() => notify('WATCHDOG=1'), watchdogMs / 2).unref();
  return {
    ready: () => notify('READY=1\nSTATUS=Serving bid requests'),
    reloading: () => notify('RELOADING=1\nSTATUS=Reloading the config'),
    stopping: () => notify('STOPPING=1\nSTATUS=Finishing the requests under way'),
  };
}

const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
const MSG_DONTWAIT = 0x40;
const MSG_NOSIGNAL = 0x4000;

/** Bun has no Unix datagram sockets, so this calls libc. A message that cannot be sent is lost, as with sd_notify. */
function openNotifySocket(path: string): (message: string) => void {
  const { symbols: libc } = dlopen('libc.so.6', {
    socket: { args: ['int', 'int', 'int'], returns: 'int' },
    sendto: { args: ['int', 'ptr', 'u64', 'int', 'ptr', 'u32'], returns: 'i64' },
  });
  const descriptor = libc.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  // `struct sockaddr_un`: the family in two bytes, then the path. A leading @ means an abstract name.
  const family = new Uint8Array(new Uint16Array([AF_UNIX]).buffer);
  const address = Buffer.concat([family, Buffer.from(path.replace(/^@/, '\0'))]);
  return (message) => {
    const bytes = Buffer.from(message);
    const flags = MSG_DONTWAIT | MSG_NOSIGNAL;
    libc.sendto(descriptor, ptr(bytes), bytes.length, flags, ptr(address), address.length);
  };
}
