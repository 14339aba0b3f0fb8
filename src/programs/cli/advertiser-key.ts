import { command } from '../../host/command/command.ts';
import { ConfigFault } from '../../host/config/config.ts';
import { loadSetup } from '../../host/config/setup.ts';
import { findAdvertiserKey } from '../../host/machine/advertiser-key.ts';
import { withNoticeKeys } from '../../host/machine/notice-keys.ts';

const HELP = `The key with which an advertiser's server tells of conversions

Usage: parley advertiser-key <partner> <advertiser>

  <partner>      the partner of the config that has its campaigns
  <advertiser>   its name as in the campaigns, or its seat; its domain, if the name has no Latin letter

The key follows from the first of notices.keys, and from the first version in advertiserKeys of the partner.
`;

/** `parley advertiser-key`: prints the key, and nothing else. */
export const advertiserKey = command({
  name: 'advertiser-key',
  help: HELP,
  read(_, [partner, advertiser, more]) {
    if (partner === undefined || advertiser === undefined || more !== undefined) {
      throw new Error('expected a partner and an advertiser, each as one argument');
    }
    return { partner, advertiser };
  },
  run({ partner, advertiser }, fail) {
    const setup = loadSetup(process.env, process.cwd());
    if (setup instanceof ConfigFault) return fail(setup.message, 1);
    const withKeys = withNoticeKeys(setup);
    if ('reason' in withKeys) return fail(withKeys.reason, 1);
    const found = findAdvertiserKey(withKeys.config, partner, advertiser);
    if ('reason' in found) return fail(found.reason, 2);
    process.stdout.write(`${found.key}\n`);
  },
});
