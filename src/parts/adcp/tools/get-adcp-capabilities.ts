import Type, { type Static } from 'typebox';
import { sellerIdentity } from '../brand.ts';
import type { Buyer } from '../buyers.ts';
import { OPAQUE } from '../fields.ts';
import { createPublisherDomains } from '../products/publisher-domains.ts';
import { done, type SellerSources, type Tool, type ToolCall } from '../tool.ts';

const PROTOCOLS_MAX = 20;

const Arguments = Type.Object({
  ...OPAQUE,
  protocols: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: PROTOCOLS_MAX }),
  ),
});

type CapabilityArgs = Readonly<Static<typeof Arguments>>;

export function getAdcpCapabilities(
  sources: SellerSources,
  requestSigning: (buyer: Buyer | undefined) => object | undefined,
): Tool {
  const domains = createPublisherDomains(sources);
  return {
    name: 'get_adcp_capabilities',
    description: 'What this seller supports: versions, protocols, targeting and accounts.',
    schema: Arguments,
    openTo: 'all',
    async run({ protocols }: CapabilityArgs, { buyer, write }: ToolCall) {
      const all = sources.products();
      const models = new Set(all.flatMap(({ options }) => options.map(({ model }) => model)));
      const { media_buy, ...rest } = write.capabilities({
        models: [...models],
        publisherDomains: domains.declared(all.flatMap(({ publishers }) => publishers)),
        channels: [...new Set(all.flatMap(({ channels }) => channels))],
        requestSigning: requestSigning(buyer),
        identity: sellerIdentity(sources.publicUrl()),
      });
      const isAsked = protocols === undefined || protocols.includes('media_buy');
      return done({ ...rest, ...(isAsked && { media_buy }) });
    },
  };
}
