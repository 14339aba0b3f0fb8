import type { Host } from '../../../host/host.ts';
import type { Checked } from '../../../store/check-account.ts';
import type { PublisherDefinition, StoredPublisher } from '../../../store/stored-account.ts';
import { shownSecret } from '../../accounts/api/account-document.ts';
import type { KindAnswers } from '../../accounts/api/account-kinds.ts';
import type { ListedAccounts } from '../../accounts/api/listed-accounts.ts';
import type { ChangeCall } from '../../campaigns/api/store-api.ts';
import { feedbackOf, withoutPartners } from '../../feedback/operations.ts';
import type { PortalApi } from './portal-api.ts';
import { earningsOf } from './portal-earnings.ts';
import { auctionOf, integrationOf, requestsOf } from './portal-requests.ts';
import { settingsOf, withBlock, withoutBlock, withSettings } from './portal-settings.ts';
import { snippetsOf } from './portal-snippets.ts';

type PortalSources = Pick<Host, 'ledger' | 'database' | 'pool' | 'work' | 'nowMs' | 'publicUrl'>;

/** A publisher's own pages. */
export function portalAnswers(
  sources: PortalSources,
  known: ListedAccounts,
  { change }: Pick<KindAnswers<PublisherDefinition>, 'change'>,
): PortalApi {
  const { ledger, work, nowMs, publicUrl } = sources;
  const needsKey = ({ id }: StoredPublisher) =>
    work().setup.config.access === 'keyed' || known.keyCount(id) > 0;
  const replace = (
    id: string,
    { author, revision }: ChangeCall,
    next: (current: PublisherDefinition) => Checked<PublisherDefinition>,
  ) => change(id, (store) => store.replace({ id, revision }, next, author));

  return {
    find: known.publisher,
    info: (publisher, viewer) => ({
      publisher: publisher.id,
      name: publisher.definition.seller?.name ?? null,
      state: publisher.state === 'deleted' ? 'paused' : publisher.state,
      ...viewer,
      publicUrl: publicUrl(),
      needsKey: needsKey(publisher),
      keys: publisher.access.keys.map(shownSecret),
    }),
    earnings: (id, question) => earningsOf(ledger, id, question, nowMs()),
    async feedback(publisher, days) {
      return withoutPartners(await feedbackOf(sources, { publisher, days }));
    },
    requests: (id, question) => requestsOf(sources, id, question),
    auction: (publisher, requestId) => auctionOf(sources, publisher, requestId),
    settings: settingsOf,
    setSettings: (id, value, call) => replace(id, call, (current) => withSettings(current, value)),
    block: (id, domain, call) => replace(id, call, (current) => withBlock(current, domain)),
    allow: (id, domain, call) => replace(id, call, (current) => withoutBlock(current, domain)),
    integration: (id) => integrationOf(sources, id),
    snippets: (publisher) =>
      snippetsOf({
        publisher: publisher.id,
        publicUrl: publicUrl(),
        needsKey: needsKey(publisher),
      }),
  };
}
