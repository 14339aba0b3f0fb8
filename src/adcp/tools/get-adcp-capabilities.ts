import Type from 'typebox';
import { ANSWER_KEPT_MS } from '../../store/idempotency.ts';
import { done, type Tool } from '../tool.ts';
import { VERSIONS } from '../versions.ts';

export function getAdcpCapabilities(): Tool {
  return {
    name: 'get_adcp_capabilities',
    description: 'What this seller supports: versions, protocols, targeting and accounts.',
    schema: Type.Object({}),
    openTo: 'all',
    run: async () =>
      done({
        adcp: {
          major_versions: [3],
          supported_versions: VERSIONS,
          idempotency: { supported: true, replay_ttl_seconds: ANSWER_KEPT_MS / 1000 },
        },
        supported_protocols: ['media_buy'],
      }),
  };
}
