import type {
  AdvertiserFigures,
  AdvertiserList,
  AdvertiserQuestion,
} from '../../console/advertisers/api.ts';
import type {
  AdvertiserDefinition,
  AdvertiserState,
  StoredAdvertiser,
} from '../../store/advertiser-record.ts';
import type { AccountApi } from './accounts-api.ts';

/**
 * What the admin port does with advertisers, by their domains. One that nobody has described is read as its campaigns name
 * it, and is described by the first block of it.
 */
export type AdvertisersApi = Omit<AccountApi<AdvertiserDefinition, AdvertiserState>, 'read'> & {
  /** undefined: this is no domain. */
  readonly read: (domain: string) => Promise<StoredAdvertiser | undefined>;
  readonly list: (question: AdvertiserQuestion) => Promise<AdvertiserList>;
  readonly figures: (domain: string) => Promise<AdvertiserFigures>;
};
