import { campaignsCommand, fileWith } from '../store/campaigns.ts';
import type { RealMachine } from './machine.ts';

const ADVERTISERS = [
  { name: 'Ridgeline Running', domain: 'ridgeline.example', picture: 'ridgeline' },
  { name: 'Kettleby Coffee', domain: 'kettleby.example', picture: 'kettleby' },
  { name: 'Nordlicht Reisen und Erlebnisse', domain: 'nordlicht.example', picture: 'slowrail' },
] as const;

const PERIODS = ['spring', 'summer', 'autumn', 'winter'];

/** A campaign as people run them; the number makes it differ from the others. */
function campaignOf(number: number) {
  const advertiser = ADVERTISERS[number % ADVERTISERS.length] ?? ADVERTISERS[0];
  const id = `${PERIODS[number % PERIODS.length]}-${advertiser.picture}-${number}`;
  return {
    id,
    advertiser: advertiser.name,
    domain: advertiser.domain,
    cpm: 2 + (number % 40) / 4,
    budget: { total: 500 + number, daily: 20 + (number % 7) * 10, pacing: 'even' },
    targeting: {
      include: { keywords: ['trail shoes', 'espresso machine'], countries: ['USA', 'DEU'] },
      exclude: { intents: ['support_request'] },
    },
    creatives: [1, 2].map((card) => ({
      id: `${id}-${card}`,
      title: card === 1 ? 'Grip for wet rock' : 'Sixty days to try them outside',
      description: 'Trail shoes with a 5 mm lug and a rock plate, at 270 grams.',
      cta: 'Find your size',
      price: '$140',
      link: `https://${advertiser.domain}/offer`,
      images: [{ url: `/images/${advertiser.picture}-wide.svg`, w: 1200, h: 627 }],
    })),
  };
}

/** A thousand drafts, a dozen that run, and some that wait for approval. */
export async function fillStore(machine: RealMachine): Promise<void> {
  const all = Array.from({ length: 1000 }, (_, number) => campaignOf(number));
  const imported = async (partner: string, campaigns: readonly object[], state: string) => {
    const args = ['import', partner, fileWith(campaigns), '--state', state];
    const { code, stderr } = await campaignsCommand(machine, ...args);
    if (code !== 0) throw new Error(stderr);
  };
  await imported('own', all.slice(12), 'draft');
  await imported('own', all.slice(0, 12), 'active');
  await imported('checked', all.slice(0, 3), 'active');
}
