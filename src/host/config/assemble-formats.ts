import { createFormats, type Formats } from '../../core/openrtb/formats.ts';
import type { Config } from './config.ts';

/** The known formats and those of the config. */
export function assembleFormats({ formats }: Pick<Config, 'formats'>): Formats {
  return createFormats(
    formats.map(({ agentUrl, description = '', ...format }) => ({
      ...format,
      agent_url: agentUrl,
      description,
    })),
  );
}
