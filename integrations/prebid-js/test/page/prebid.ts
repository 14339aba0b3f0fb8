import pbjs from 'prebid.js';
import 'prebid.js/modules/nativeRendering';
import 'prebid.js/modules/bidViewability';
import 'prebid.js/modules/consentManagementTcf';
import 'prebid.js/modules/tcfControl';
import 'prebid.js/modules/consentManagementUsp';
import 'prebid.js/modules/consentManagementGpp';
import 'prebid.js/modules/currency';
import 'prebid.js/modules/priceFloors';
import '../../modules/parleyBidAdapter.ts';

pbjs.processQueue();
