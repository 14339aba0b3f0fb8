import type { Page } from 'playwright-core';
import { PORTAL_PAGES } from '../../src/console/portal/page-list.ts';
import type { Shot } from './shots.ts';

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();

/** Publishers, partners and statements. */
export function accountShots(made: string): readonly Shot[] {
  return [
    { name: 'advertisers', url: `${made}/#/advertisers` },
    {
      name: 'advertiser',
      url: `${made}/#/advertisers/kettleby.example`,
      prepare: press('Block everywhere …'),
    },
    { name: 'publishers', url: `${made}/#/publishers` },
    { name: 'publisher', url: `${made}/#/publishers/pub-1` },
    {
      name: 'publisher-invitation',
      url: `${made}/#/publishers/new-talk`,
      prepare: async (page) => {
        await press('Invite somebody')(page);
        await press('Remove new-talk')(page);
      },
    },
    { name: 'publisher-config', url: `${made}/#/publishers/in-config` },
    {
      name: 'publisher-faults',
      url: `${made}/#/publishers?view=new`,
      prepare: press('Add the publisher'),
    },
    {
      name: 'partner',
      url: `${made}/#/partners/orchard`,
      prepare: async (page) => {
        await press('Send a sample request')(page);
        await page.getByText('What was sent').click();
      },
    },
    { name: 'partner-config', url: `${made}/#/partners/acme` },
    {
      name: 'partner-faults',
      url: `${made}/#/partners?view=new`,
      prepare: press('Add the partner'),
    },
    { name: 'statements', url: `${made}/#/statements`, prepare: press('Close 2026-10') },
    { name: 'statements-month', url: `${made}/#/statements/2026-09` },
  ];
}

/** The pages of a publisher. */
export function portalShots(made: string): readonly Shot[] {
  const at = (path: string, publisher = 'pub-1') =>
    `${made}/portal?publisher=${publisher}#/${path}`;
  return [
    ...PORTAL_PAGES.map(({ id }) => ({ name: `portal-${id}`, url: at(id) })),
    { name: 'portal-formats', url: at('earnings?by=format') },
    { name: 'portal-request', url: at('requests/req-sold') },
    { name: 'portal-refused', url: at('requests/req-refused') },
    { name: 'portal-config', url: at('settings', 'in-config') },
    { name: 'portal-checked', url: at('supply'), prepare: press('Check now') },
    { name: 'portal-login', url: `${made}/portal` },
    { name: 'portal-invitation', url: `${made}/portal#invitation=any` },
  ];
}
