import { expect } from 'chai';
import { spec } from 'modules/parleyBidAdapter.js';
import { EVENT_TYPE_IMPRESSION, EVENT_TYPE_WIN, TRACKER_METHOD_IMG } from 'src/eventTrackers.js';
import { EVENTS } from 'src/constants.js';
import * as events from 'src/events.js';
import { addFPDToBidderRequest } from '../../helpers/fpd.js';
// these modules are imported for the processors they add to the ORTB converter
import 'modules/currency.js';
import 'modules/priceFloors.js';
import 'modules/consentManagementTcf.js';
import 'modules/consentManagementUsp.js';

const ENDPOINT = 'https://ads.example.com';

const NATIVE_REQUEST = {
  ver: '1.2',
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, required: 1, img: { type: 3, w: 1200, h: 627 } },
    { id: 3, data: { type: 1 } },
  ],
};

const CONTEXT = {
  messageSequenceNumber: 3,
  messageLength: 52,
  isQuickReply: false,
  sessionDurationMs: 94000,
};

function bidRequest(bidId, params = {}, more = {}) {
  return {
    bidder: 'parley',
    bidId,
    adUnitCode: `/19968336/${bidId}`,
    mediaTypes: { native: { ortb: NATIVE_REQUEST } },
    nativeOrtbRequest: NATIVE_REQUEST,
    params: { endpoint: ENDPOINT, publisherId: 'pub-1', ...params },
    ...more,
  };
}

function bidderRequest(bids, ortb2 = {}) {
  return { bidderCode: 'parley', auctionId: 'a', timeout: 1000, bids, ortb2 };
}

function build(bids, ortb2) {
  return spec.buildRequests(bids, bidderRequest(bids, ortb2));
}

function headersOf(fields) {
  return { get: (name) => fields[name] ?? null };
}

describe('Parley Bid Adapter', function () {
  describe('isBidRequestValid', function () {
    it('takes an endpoint and a publisher id', function () {
      expect(spec.isBidRequestValid(bidRequest('1'))).to.be.true;
      expect(spec.isBidRequestValid(bidRequest('1', { endpoint: 'http://localhost:8080/' }))).to.be.true;
    });

    it('takes http for an exchange on the same machine', function () {
      ['http://localhost', 'http://127.0.0.1:8080/ads', 'http://[::1]:8080'].forEach((endpoint) => {
        expect(spec.isBidRequestValid(bidRequest('1', { endpoint }))).to.be.true;
      });
    });

    [undefined, '', 7, 'ads.example.com', 'ftp://ads.example.com', 'https://', 'http://ads.example.com', 'http://localhost.example.com'].forEach((endpoint) => {
      it(`refuses the endpoint ${JSON.stringify(endpoint)}`, function () {
        expect(spec.isBidRequestValid(bidRequest('1', { endpoint }))).to.be.false;
      });
    });

    [undefined, '', 7].forEach((publisherId) => {
      it(`refuses the publisher id ${JSON.stringify(publisherId)}`, function () {
        expect(spec.isBidRequestValid(bidRequest('1', { publisherId }))).to.be.false;
      });
    });

    it('refuses a bid without params', function () {
      expect(spec.isBidRequestValid({ ...bidRequest('1'), params: undefined })).to.be.false;
    });
  });

  describe('buildRequests', function () {
    it('asks the exchange for all ad units at once, without a preflight or cookies', function () {
      const requests = build([bidRequest('1'), bidRequest('2')]);
      expect(requests).to.have.lengthOf(1);
      const [{ method, url, data, options }] = requests;
      expect(method).to.equal('POST');
      expect(url).to.equal('https://ads.example.com/openrtb2/auction');
      expect(options).to.deep.equal({ contentType: 'text/plain', withCredentials: false });
      expect(data.imp.map(({ id }) => id)).to.deep.equal(['1', '2']);
      expect(data.tmax).to.equal(1000);
      expect(data.test).to.equal(0);
    });

    it('takes an endpoint with a slash at its end or with a path', function () {
      expect(build([bidRequest('1', { endpoint: 'https://a.example/' })])[0].url)
        .to.equal('https://a.example/openrtb2/auction');
      expect(build([bidRequest('1', { endpoint: 'https://a.example/ads//' })])[0].url)
        .to.equal('https://a.example/ads/openrtb2/auction');
    });

    it('sends what cannot share a request in requests of its own', function () {
      const requests = build([
        bidRequest('1'),
        bidRequest('2', { endpoint: 'https://other.example' }),
        bidRequest('3', { publisherId: 'pub-2' }),
        bidRequest('4', { test: true }),
        bidRequest('5', { endpoint: `${ENDPOINT}/` }),
      ]);
      expect(requests.map(({ data }) => data.imp.map(({ id }) => id)))
        .to.deep.equal([['1', '5'], ['2'], ['3'], ['4']]);
      expect(requests.map(({ data }) => data.site.publisher.id))
        .to.deep.equal(['pub-1', 'pub-1', 'pub-2', 'pub-1']);
      expect(requests.map(({ data }) => data.test)).to.deep.equal([0, 0, 0, 1]);
    });

    it('sends at most ten impressions in a request', function () {
      const bids = Array.from({ length: 21 }, (_, i) => bidRequest(`${i}`));
      expect(build(bids).map(({ data }) => data.imp.length)).to.deep.equal([10, 10, 1]);
    });

    it('sends the native request, and offers the trackers that Prebid fires', function () {
      const [{ data }] = build([bidRequest('1')]);
      const { request, ver } = data.imp[0].native;
      expect(ver).to.equal('1.2');
      expect(JSON.parse(request)).to.deep.equal({
        ...NATIVE_REQUEST,
        eventtrackers: [{ event: 1, methods: [1, 2] }, { event: 2, methods: [1, 2] }],
      });
    });

    it('keeps the trackers that the ad unit lists', function () {
      const own = { ...NATIVE_REQUEST, eventtrackers: [{ event: 1, methods: [1] }] };
      const [{ data }] = build([bidRequest('1', {}, { nativeOrtbRequest: own })]);
      expect(JSON.parse(data.imp[0].native.request)).to.deep.equal(own);
    });

    it('sends nothing but native of an ad unit with several media types', function () {
      const mediaTypes = { native: { ortb: NATIVE_REQUEST }, banner: { sizes: [[300, 250]] } };
      const [{ data }] = build([bidRequest('1', {}, { mediaTypes })]);
      expect(data.imp[0]).to.have.property('native');
      expect(data.imp[0]).to.not.have.property('banner');
    });

    it('sends formats, product search and the conversation as extensions', function () {
      const formats = [{ agent_url: 'https://creative.adcontextprotocol.org', id: 'native_product_card' }];
      const productSearch = { min_price: 50, max_price: 150 };
      const [{ data }] = build([
        bidRequest('1', { formats, productSearch }),
        bidRequest('2', { context: CONTEXT }),
      ]);
      expect(data.imp[0].ext.service).to.deep.equal({ adcpFormats: formats });
      expect(data.imp[0].ext.service_product_search).to.deep.equal(productSearch);
      expect(data.imp[1].ext?.service).to.equal(undefined);
      expect(data.ext.service).to.deep.equal(CONTEXT);
    });

    it('sends no extension that nobody asked for', function () {
      const [{ data }] = build([bidRequest('1')]);
      expect(data.ext?.service).to.equal(undefined);
      expect(data.imp[0].ext?.service).to.equal(undefined);
      expect(data.imp[0].ext?.service_product_search).to.equal(undefined);
    });

    it('passes first-party data on', function () {
      const ortb2 = {
        site: { domain: 'chat.example.com', keywords: 'trail shoes', publisher: { name: 'Chat' } },
        user: { data: [{ name: 'provider', segment: [{ id: '7' }] }] },
        bcat: ['IAB26'],
        badv: ['blocked.example'],
      };
      const ortb2Imp = { ext: { gpid: '/1/a' }, secure: 0 };
      const [{ data }] = build([bidRequest('1', {}, { ortb2Imp })], ortb2);
      expect(data.site).to.deep.equal({ ...ortb2.site, publisher: { name: 'Chat', id: 'pub-1' } });
      expect(data.user.data).to.deep.equal(ortb2.user.data);
      expect(data.bcat).to.deep.equal(ortb2.bcat);
      expect(data.badv).to.deep.equal(ortb2.badv);
      expect(data.imp[0].ext.gpid).to.equal('/1/a');
      expect(data.imp[0].secure).to.equal(0);
    });

    [
      ['https://chat.example.com/', undefined, 1],
      ['http://localhost:3000/', undefined, 0],
      ['http://localhost:3000/', 1, 1],
      ['https://chat.example.com/', 0, 0],
      [null, undefined, 1],
    ].forEach(([topmostLocation, secure, expected]) => {
      it(`sends secure ${expected} from ${topmostLocation} where the ad unit says ${secure}`, function () {
        const bids = [bidRequest('1', {}, { ortb2Imp: { secure } })];
        const [{ data }] = spec.buildRequests(bids, { ...bidderRequest(bids), refererInfo: { topmostLocation } });
        expect(data.imp[0].secure).to.equal(expected);
      });
    });

    it('names the publisher of an app', function () {
      const [{ data }] = build([bidRequest('1')], { app: { bundle: 'com.example.chat' } });
      expect(data.app).to.deep.equal({ bundle: 'com.example.chat', publisher: { id: 'pub-1' } });
      expect(data).to.not.have.property('site');
    });

    it('passes consent on', async function () {
      const bids = [bidRequest('1')];
      const bidderRequest = await addFPDToBidderRequest({
        bidderCode: 'parley',
        bids,
        ortb2: { regs: { gpp: 'gpp-string', gpp_sid: [7] } },
        gdprConsent: { gdprApplies: true, consentString: 'tcf-string' },
        uspConsent: '1YNN',
      });
      const [{ data: { regs, user } }] = spec.buildRequests(bids, bidderRequest);
      expect(regs.gdpr ?? regs.ext.gdpr).to.equal(1);
      expect(user.consent ?? user.ext.consent).to.equal('tcf-string');
      expect(regs.us_privacy ?? regs.ext.us_privacy).to.equal('1YNN');
      expect(regs.gpp).to.equal('gpp-string');
      expect(regs.gpp_sid).to.deep.equal([7]);
    });

    it('passes a US Privacy string on as the consent tool has written it', async function () {
      const bids = [bidRequest('1')];
      const bidderRequest = await addFPDToBidderRequest({ bidderCode: 'parley', bids, ortb2: {}, uspConsent: 'none' });
      const [{ data: { regs } }] = spec.buildRequests(bids, bidderRequest);
      expect(regs.us_privacy ?? regs.ext.us_privacy).to.equal('none');
    });

    it('sends the floor of the floors module', function () {
      const getFloor = ({ mediaType }) => (mediaType === 'native' ? { currency: 'USD', floor: 0.5 } : {});
      const [{ data }] = build([bidRequest('1', {}, { getFloor })]);
      expect(data.imp[0].bidfloor).to.equal(0.5);
      expect(data.imp[0].bidfloorcur).to.equal('USD');
    });

    it('asks the floors module for USD', function () {
      const getFloor = ({ currency }) => (currency === 'USD' ? { currency, floor: 1.1 } : { currency: 'EUR', floor: 1 });
      const [{ data }] = build([bidRequest('1', {}, { getFloor })]);
      expect(data.imp[0].bidfloor).to.equal(1.1);
      expect(data.imp[0].bidfloorcur).to.equal('USD');
    });

    it('sends a floor that cannot be converted as it is', function () {
      const getFloor = () => ({ currency: 'EUR', floor: 1 });
      const [{ data }] = build([bidRequest('1', {}, { getFloor })]);
      expect(data.imp[0].bidfloor).to.equal(1);
      expect(data.imp[0].bidfloorcur).to.equal('EUR');
    });

    it('takes USD last where the page has another currency', function () {
      expect(build([bidRequest('1')], { cur: ['EUR'] })[0].data.cur).to.deep.equal(['EUR', 'USD']);
      expect(build([bidRequest('1')], { cur: ['USD', 'EUR'] })[0].data.cur).to.deep.equal(['USD', 'EUR']);
      expect(build([bidRequest('1')])[0].data.cur).to.equal(undefined);
    });
  });

  describe('interpretResponse', function () {
    const AD = {
      ver: '1.2',
      assets: [{ id: 1, title: { text: 'Trail shoes' } }],
      link: { url: 'https://ads.example.com/n/click/t' },
      eventtrackers: [{ event: 1, method: 1, url: 'https://t.example/imp?p=${AUCTION_PRICE}' }],
    };

    const BID = {
      id: 'b',
      impid: '1',
      price: 9.1,
      adm: JSON.stringify(AD),
      adomain: ['ridgeline.example'],
      crid: 'ridgeline-trail-product',
      mtype: 4,
      nurl: 'https://ads.example.com/n/fixed-win/t',
      burl: 'https://ads.example.com/n/fixed-bill/t',
      ext: {
        eventtrackers: [
          { event: EVENT_TYPE_WIN, method: TRACKER_METHOD_IMG, url: 'https://ads.example.com/n/fixed-win/t' },
          { event: EVENT_TYPE_IMPRESSION, method: TRACKER_METHOD_IMG, url: 'https://ads.example.com/n/fixed-bill/t' },
        ],
      },
    };

    function interpret(body) {
      const [request] = build([bidRequest('1')]);
      const answer = body && { id: request.data.id, cur: 'USD', ...body };
      const response = spec.interpretResponse({ body: answer }, request);
      return response.bids ?? response;
    }

    it('makes a native bid of the answer', function () {
      const [bid] = interpret({ seatbid: [{ seat: 'ridgeline', bid: [BID] }] });
      expect(bid).to.include({
        requestId: '1',
        mediaType: 'native',
        cpm: 9.1,
        currency: 'USD',
        creativeId: 'ridgeline-trail-product',
        netRevenue: true,
        ttl: 300,
      });
      expect(bid.meta.advertiserDomains).to.deep.equal(['ridgeline.example']);
      expect(bid.native.ortb.assets).to.deep.equal(AD.assets);
      expect(bid.native.ortb.link).to.deep.equal(AD.link);
    });

    it('fills the price in, in the ad too', function () {
      const [bid] = interpret({ seatbid: [{ bid: [BID] }] });
      expect(bid.native.ortb.eventtrackers[0].url).to.equal('https://t.example/imp?p=9.1');
    });

    it('has core tell of the win and the bill', function () {
      const [bid] = interpret({ seatbid: [{ bid: [BID] }] });
      expect(bid.eventtrackers).to.deep.equal(BID.ext.eventtrackers);
    });

    it('lets an ad with deferred billing be drawn at once, unless the impression bills', function () {
      const { burl, ...bidWithoutBill } = BID;
      const [bid] = interpret({ seatbid: [{ bid: [BID] }] });
      const [billedByImpression] = interpret({ seatbid: [{ bid: [bidWithoutBill] }] });
      expect(bid.deferRendering).to.be.false;
      expect(billedByImpression.deferRendering).to.be.true;
    });

    it('keeps the lifetime that the answer gives', function () {
      const [bid] = interpret({ seatbid: [{ bid: [{ ...BID, exp: 60 }] }] });
      expect(bid.ttl).to.equal(60);
    });

    it('finds no bid in an empty answer', function () {
      [undefined, '', {}].forEach((body) => {
        expect(spec.interpretResponse({ body, headers: headersOf({}) }, build([bidRequest('1')])[0])).to.deep.equal([]);
      });
      expect(interpret({ seatbid: [] })).to.deep.equal([]);
    });

    [
      [{}, 'parley: no bid, for no reason that is told'],
      [{ 'X-NoBid-Reason': 'no-demand' }, 'parley: no bid, no-demand'],
      [{ 'X-NoBid-Reason': 'not-secure', 'X-NoBid-Detail': 'set it' }, 'parley: no bid, not-secure: set it'],
    ].forEach(([fields, line]) => {
      it(`warns in debug mode: ${line}`, function () {
        const said = [];
        const listen = ({ type, arguments: [text] }) => said.push(`${type} ${text}`);
        events.on(EVENTS.AUCTION_DEBUG, listen);
        spec.interpretResponse({ headers: headersOf(fields) }, build([bidRequest('1')])[0]);
        events.off(EVENTS.AUCTION_DEBUG, listen);
        expect(said).to.deep.equal([`WARNING ${line}`]);
      });
    });
  });
});
