const names = (listed: string): readonly string[] => listed.split(/\s+/);

/**
 * What each folder or file of src/ may import beside itself and lib, from top to bottom. What nobody uses any
 * more has to go; what is new needs a reason, and a row.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  cli: names(
    `supervisor statements store config currency http demand catalog mock-dsp replay sale
    ledger observe`,
  ),
  supervisor: names(
    `adcp worker reports statements images store supply config currency http console notices
    demand catalog replay openrtb limits sale ledger observe`,
  ),
  // Of the store, the types of what it tells workers; of adcp, the names of its tools and what a passed call is.
  worker: names(
    `adcp images store config http exchange notices auction demand catalog replay repairs
    openrtb lexicon sensitive geo limits sale ledger observe`,
  ),
  // A translation of the store and the ledger for AI buyers.
  adcp: ['store', 'config', 'demand', 'lexicon', 'openrtb', 'ledger'],
  // Reports that people keep, send and share. Of the store, how changes are recorded and secrets are kept.
  reports: ['store', 'ledger', 'sale'],
  // What is owed for a month, from the ledger. Of the store, how changes are recorded.
  statements: ['store', 'ledger'],
  // In the ledger's database. Of the store, how changes are recorded; of the demand, how images may be called and how large they are.
  images: ['store', 'demand', 'ledger'],
  // Campaigns, publishers and partners, in the ledger's database. Of the config, what a publisher and a partner are.
  store: ['config', 'demand', 'ledger'],
  // What publishers publish of the exchange, and its checks, in the ledger's database.
  supply: ['demand', 'ledger'],
  // Of what is observed, the ids of troubles that a webhook may choose.
  config: names('currency demand sensitive geo limits openrtb observe'),
  // Of the ledger, the question of a report, as a type; of adcp, what a passed call is; of the config, what an AI buyer and a product are.
  http: names(
    `adcp config console reports statements images store supply exchange notices demand
    repairs openrtb limits sale ledger observe`,
  ),
  // Runs in a browser. Of what answers the admin port it takes types alone: those of auction, store, ledger, statements, reports and supply.
  console: names(
    'demand openrtb sensitive sale observe auction store ledger statements supply reports',
  ),
  exchange: names('notices auction privacy demand repairs openrtb limits sale ledger observe'),
  // Runs kept auctions again through what sells.
  replay: ['auction', 'demand', 'lexicon', 'openrtb', 'ledger'],
  notices: ['auction', 'demand', 'openrtb', 'sale', 'ledger'],
  // Of the sale, why a bid that had won was held back.
  auction: names('privacy demand openrtb sensitive limits sale observe'),
  privacy: ['openrtb'],
  // Of the sale, what a buyer is charged for and why a campaign is held back.
  demand: ['lexicon', 'openrtb', 'sale'],
  // Programs of their own, which the exchange meets over HTTP.
  catalog: ['openrtb', 'lexicon'],
  'mock-dsp': ['demand', 'openrtb'],
  repairs: ['openrtb'],
  openrtb: [],
  geo: [],
  currency: [],
  // The publisher's kit bundles both as they are.
  sensitive: [],
  lexicon: [],
  limits: [],
  // A sold impression and what is counted of it: what notices carry, the ledger keeps and reports show.
  sale: ['openrtb'],
  ledger: ['sale'],
  observe: [],
  lib: [],
};
