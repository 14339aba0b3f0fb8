import { findNoticeKey, loadOrCreateNoticeKey } from '../../ledger/notices/key-file.ts';
import type { Setup } from '../config/setup.ts';

/**
 * Adds the keys that notices are signed and verified with: those that the config names, then the one kept
 * under `dataDir`. Where the config names none, a key is created there.
 */
export function withNoticeKeys(setup: Setup): Setup | { readonly reason: string } {
  const { config } = setup;
  const withKeys = (keys: readonly string[]) => ({
    ...setup,
    config: { ...config, notices: { keys } },
  });
  if (config.notices.keys.length > 0) {
    const earlier = findNoticeKey(config.dataDir);
    return withKeys([...config.notices.keys, ...(earlier === undefined ? [] : [earlier])]);
  }
  const file = loadOrCreateNoticeKey(config.dataDir);
  return file.kind === 'fault' ? { reason: file.reason } : withKeys([file.key]);
}
