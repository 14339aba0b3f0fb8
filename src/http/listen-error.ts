/** A port that could not be opened, in words. */
export class ListenError extends Error {}

export type ListenAddress = {
  /** The section of the config that names it. */
  readonly section: 'listen' | 'admin';
  readonly host: string;
  readonly port: number;
};

const KEYS = {
  listen: { host: 'HOST or listen.host', port: 'PORT or listen.port' },
  admin: { host: 'admin.host', port: 'admin.port' },
} as const;

/** Opens a port; what the system says against it becomes a sentence that names the key to change. */
export function openPort<T>({ section, host, port }: ListenAddress, open: () => T): T {
  try {
    return open();
  } catch (error) {
    switch ((error as { code?: unknown }).code) {
      case 'EADDRINUSE':
        throw new ListenError(
          `Port ${port} on ${host} is in use by another process; set ${KEYS[section].port} to a free one.`,
        );
      case 'EACCES':
        throw new ListenError(
          `This user may not open port ${port} on ${host}; those from 1024 up need no rights.`,
        );
      case 'EADDRNOTAVAIL':
      case 'ENOENT': // What Bun says of a name that does not resolve.
        throw new ListenError(
          `This machine has no address ${host} to listen on; set ${KEYS[section].host} to one it has.`,
        );
      default:
        throw error;
    }
  }
}
