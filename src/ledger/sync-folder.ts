import { open } from 'node:fs/promises';

/** A synced file survives a power failure only once its name is durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
