import pbjs from 'prebid.js';
import 'prebid.js/modules/nativeRendering';
import 'prebid.js/modules/bidViewability';
import '../../modules/parleyBidAdapter.ts';

pbjs.processQueue();
