import { basename } from 'node:path';
import { BUYER, NO_ACCESS, PARTNER, PRODUCT, PUBLISHER } from '../../store/account-kinds.ts';
import { keptHash } from '../../store/account-secret.ts';
import type { StoredRecord } from '../../store/record-kind.ts';
import type { ConfigRecords } from '../../store/records.ts';
import type { Setup } from './setup.ts';

/** What the config names are records like those of the store, which are changed in its file alone. */
export function configRecords({ config, file }: Pick<Setup, 'config' | 'file'>): ConfigRecords {
  const changedBy = file === undefined ? 'a config file' : basename(file);
  const record = (id: string, definition: object, kept: unknown, by = changedBy): StoredRecord => ({
    ...{ id, source: 'config', state: 'active', definition, kept },
    ...{ revision: 0, createdMs: 0, changedMs: 0, changedBy: by },
  });
  const secrets = (values: readonly string[]) =>
    values.map((value, index) => ({
      id: `config-${index + 1}`,
      hash: keptHash(value),
      madeMs: 0,
      madeBy: changedBy,
    }));
  const ofPartners = config.partnersFrom === 'defaults' ? 'the defaults' : changedBy;
  return {
    [PUBLISHER.name]: config.publishers.map(({ keys = [], ...definition }) =>
      record(definition.id, definition, { ...NO_ACCESS, keys: secrets(keys) }),
    ),
    [PARTNER.name]: config.partners.map((one) => record(one.name, one, null, ofPartners)),
    [BUYER.name]: config.adcp.buyers.map(({ token, ...definition }) =>
      record(definition.id, definition, { keys: secrets([token]) }),
    ),
    [PRODUCT.name]: config.adcp.products.map((one) => record(one.id, one, null)),
  };
}
