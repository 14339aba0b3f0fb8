import { readPublisherId } from '../../core/openrtb/publisher-id.ts';
import { parseJson } from '../../lib/json.ts';
import { isObject } from '../../lib/schema-fault.ts';

const MICROS = 1e6;

/** What a sample tells of how its auction ended. undefined: the text was cut. */
export function readSampledOutcome(text: string) {
  const parsed = parseJson(text);
  if (parsed.kind !== 'json' || !isObject(parsed.value)) return undefined;
  const { request, bids, reasons } = parsed.value;
  if (!isObject(request) || !Array.isArray(bids)) return undefined;
  const listed = bids.filter(isObject).map(bidOf);
  return {
    publisher: readPublisherId(request) ?? null,
    outcome: listed.some(({ code }) => code === 0) ? ('bid' as const) : ('no-bid' as const),
    /** Why impressions were not sold. */
    reasons: textsIn(reasons),
    bids: listed,
  };
}

function bidOf({ partner, seat, adomain, usdMicros, code }: Readonly<Record<string, unknown>>) {
  return {
    partner: String(partner),
    seat: String(seat),
    advertisers: textsIn(adomain),
    cpmUsd: Number(usdMicros) / MICROS,
    /** 0: it won. Else the code of its loss. */
    code: Number(code),
  };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
