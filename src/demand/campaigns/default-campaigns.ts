/// <reference path="./campaigns-file.d.ts" />
import type { Campaign } from './campaign-schema.ts';
import path from './default-campaigns.yaml' with { type: 'file' };
import de from './default-languages/de.json';
import es from './default-languages/es.json';
import fr from './default-languages/fr.json';
import it from './default-languages/it.json';
import nl from './default-languages/nl.json';
import pt from './default-languages/pt.json';
import { CampaignsFault, readCampaigns } from './read-campaigns.ts';

/** The English sample campaigns, a file like an operator's own. Imported, so that a single-file executable contains it. */
export const DEFAULT_CAMPAIGNS_FILE = path;

/** What one of them has in another language. */
type Translation = {
  /** With commas between. */
  readonly keywords: string;
  readonly countries?: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly cta: string;
  readonly price?: string;
  readonly salePrice?: string;
};

const TRANSLATIONS: Readonly<Record<string, Readonly<Record<string, Translation>>>> = {
  de,
  fr,
  es,
  it,
  pt,
  nl,
};

/** The sample campaigns of the file, followed by the same in the other languages. */
export function sampleCampaigns(): readonly Campaign[] {
  const campaigns = readCampaigns(DEFAULT_CAMPAIGNS_FILE);
  if (campaigns instanceof CampaignsFault) throw new Error(campaigns.message);
  const others = Object.entries(TRANSLATIONS).flatMap(([language, translations]) =>
    campaigns.flatMap((campaign) => {
      const translation = translations[campaign.id];
      return translation === undefined ? [] : translate(campaign, language, translation);
    }),
  );
  return [...campaigns, ...others];
}

function translate(campaign: Campaign, language: string, translation: Translation): Campaign {
  const { keywords, countries, ...texts } = translation;
  const { targeting, creatives } = campaign;
  return {
    ...campaign,
    id: `${campaign.id}-${language}`,
    language,
    targeting: {
      ...targeting,
      include: {
        keywords: keywords.split(', '),
        // Many words are the same in several languages, so that it has to be stated.
        languages: [language],
        ...(countries === undefined ? {} : { countries }),
      },
    },
    creatives: creatives.map(({ price: _, salePrice: __, ...creative }) => ({
      ...creative,
      ...texts,
      id: `${creative.id}-${language}`,
      link: creative.link.replace(/(?<=\.example)\//, `/${language}/`),
    })),
  };
}
