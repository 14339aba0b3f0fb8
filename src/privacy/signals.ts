import { isObject } from '../lib/schema-fault.ts';
import type { ValidRequest } from '../openrtb/validate.ts';

/** The privacy signals of a request. Of two locations, that of OpenRTB 2.6 is used (ruling 22). */
export type Signals = {
  readonly coppa: boolean;
  readonly limitedTracking: boolean;
  readonly globalPrivacyControl: boolean;
  readonly gdpr: 0 | 1 | undefined;
  readonly consent: string | undefined;
  readonly usPrivacy: string | undefined;
  readonly gpp: string | undefined;
  readonly gppSections: readonly number[];
  readonly country: string | undefined;
};

export function readSignals({ wire, country }: ValidRequest): Signals {
  const { regs, user, device } = wire;
  const regsExt: Readonly<Record<string, unknown>> = regs?.ext ?? {};
  return {
    coppa: regs?.coppa === 1,
    limitedTracking: isSet(fieldOf(device, 'lmt')),
    globalPrivacyControl: isSet(regsExt.gpc),
    gdpr: regs?.gdpr ?? regs?.ext?.gdpr,
    consent: nonEmpty(user?.consent) ?? nonEmpty(user?.ext?.consent),
    usPrivacy: nonEmpty(regs?.us_privacy) ?? nonEmpty(regs?.ext?.us_privacy),
    gpp: nonEmpty(regs?.gpp) ?? nonEmpty(regsExt.gpp),
    gppSections: regs?.gpp_sid ?? numbersIn(regsExt.gpp_sid),
    country,
  };
}

/** These fields are not in the schema and can have any type, so every usual way to set a flag counts. */
function isSet(flag: unknown): boolean {
  return flag === 1 || flag === '1' || flag === true;
}

function fieldOf(value: object | undefined, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function nonEmpty(text: unknown): string | undefined {
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function numbersIn(list: unknown): readonly number[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'number') : [];
}
