import { basename } from 'node:path';
import { traitsOf } from '../../demand/kinds.ts';
import { perObject } from '../../lib/lookup.ts';
import { BUYER, NO_ACCESS, PARTNER, PRODUCT, PUBLISHER } from '../../store/account-kinds.ts';
import { keptHash } from '../../store/account-secret.ts';
import { CAMPAIGN, campaignKey, keptOfFile } from '../../store/campaign-kind.ts';
import type { StoredRecord } from '../../store/record-kind.ts';
import type { ConfigRecords } from '../../store/records.ts';
import type { Setup } from './setup.ts';

/** What the config names are records like those of the store, which are changed in its file alone. */
export const configRecords = perObject((setup: NamedSetup): ConfigRecords => {
  const { config, campaigns, file } = setup;
  const changedBy = file === undefined ? 'a config file' : basename(file);
  const record = (id: string, definition: object, kept: unknown, by = changedBy): StoredRecord => ({
    ...{ id, source: 'config', state: 'active', definition, kept },
    ...{ revision: 0, createdMs: 0, createdRevision: 0, changedMs: 0, changedBy: by },
  });
  const secrets = (values: readonly string[]) =>
    values.map((value, index) => ({
      id: `config-${index + 1}`,
      hash: keptHash(value),
      madeMs: 0,
      madeBy: changedBy,
    }));
  const ofPartners = config.partnersFrom === 'defaults' ? 'the defaults' : changedBy;
  const listed: Readonly<Record<string, readonly StoredRecord[]>> = {
    [PUBLISHER.name]: config.publishers.map(({ keys = [], ...definition }) =>
      record(definition.id, definition, { ...NO_ACCESS, keys: secrets(keys) }),
    ),
    [PARTNER.name]: config.partners.map((one) => record(one.name, one, null, ofPartners)),
    [BUYER.name]: config.adcp.buyers.map(({ token, ...definition }) =>
      record(definition.id, definition, { keys: secrets([token]) }),
    ),
    [CAMPAIGN.name]: config.partners.flatMap((entry) => {
      const source = traitsOf(entry).campaigns;
      const path = source?.kind === 'file' ? source.path : changedBy;
      return (campaigns.get(entry.name) ?? []).map((one) =>
        record(campaignKey(entry.name, one.id), one, keptOfFile(one), path),
      );
    }),
    [PRODUCT.name]: config.adcp.products.map((one) => record(one.id, one, null)),
  };
  return Object.fromEntries(
    Object.entries(listed).map(([kind, all]) => [kind, new Map(all.map((one) => [one.id, one]))]),
  );
});

type NamedSetup = Pick<Setup, 'config' | 'campaigns' | 'file'>;
