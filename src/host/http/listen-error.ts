/** A port that could not be opened, in words. */
export class ListenError extends Error {
  override readonly cause: 'in-use' | undefined;
  constructor(reason: string, cause: 'in-use' | undefined) {
    super(reason);
    this.cause = cause;
  }
}

type ListenAddress = {
  /** The section of the config that names it. */
  readonly section: 'listen' | 'admin' | 'portal';
  readonly host: string;
  readonly port: number;
};

const KEYS = {
  listen: { host: 'HOST or listen.host', port: 'PORT or listen.port' },
  admin: { host: 'admin.host', port: 'ADMIN_PORT or admin.port' },
  portal: { host: 'portal.host', port: 'portal.port' },
} as const;

/** Opens a port; what the system says against it becomes a sentence that names the key to change. */
export function openPort<T>({ section, host, port }: ListenAddress, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const keys = KEYS[section];
    const noAddress = `This machine has no address ${host} to listen on; set ${keys.host} to one it has.`;
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: `Port ${port} on ${host} is in use by another process; set ${keys.port} to a free one.`,
      EACCES: `This user may not open port ${port} on ${host}; those from 1024 up need no rights. Set ${keys.port} to one of them, behind a server such as nginx (docs/deploy/in-front.md), or give Parley the right CAP_NET_BIND_SERVICE (docs/deploy/service.md#the-sandbox).`,
      EADDRNOTAVAIL: noAddress,
      // What Bun says of a name that does not resolve.
      ENOENT: noAddress,
    };
    const { code = '' } = error as { code?: string };
    const reason = reasons[code];
    if (reason === undefined) throw error;
    throw new ListenError(reason, code === 'EADDRINUSE' ? 'in-use' : undefined);
  }
}
