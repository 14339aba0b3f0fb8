import type { Warning } from '../openrtb/bid-response.ts';
import { type FormatReference, partsNotAskedFor } from '../openrtb/formats.ts';
import type { Formats } from '../openrtb/known-formats.ts';
import type { ValidImp, ValidRequest } from '../openrtb/validate.ts';

/** Declared formats that no bid can meet (rulings 27 and 56). */
export function warnOfFormats({ imps }: ValidRequest, known: Formats): readonly Warning[] {
  const warnings: Warning[] = [];
  imps.forEach((valid, i) => {
    valid.formats?.forEach((declared, k) => {
      const fault = faultOf(declared, valid, known);
      if (fault === undefined) return;
      const { code, key, reason } = fault;
      const field = `imp[${i}].ext.service.adcpFormats[${k}]${key}`;
      warnings.push({ code, field, reason });
    });
  });
  return warnings;
}

type FormatFault = {
  readonly code: 'FORMAT_AGENT_UNKNOWN' | 'FORMAT_UNKNOWN' | 'FORMAT_NOT_POSSIBLE';
  readonly key: '.agent_url' | '.id' | '';
  readonly reason: string;
};

/** Where an agent is called, which is not its name. */
const TRANSPORT = /\/(?:mcp|a2a)\/?$/;

function faultOf(
  declared: FormatReference,
  { native }: ValidImp,
  known: Formats,
): FormatFault | undefined {
  const { agent_url } = declared;
  if (!known.isKnownAgent(agent_url)) {
    const isTransport =
      TRANSPORT.test(agent_url) && known.isKnownAgent(agent_url.replace(TRANSPORT, ''));
    const reason = isTransport
      ? 'this is the URL at which the agent is called; its formats are known by the URL without the last part'
      : 'no format of this agent is known here; see /formats for those that are';
    return { code: 'FORMAT_AGENT_UNKNOWN', key: '.agent_url', reason };
  }
  const format = known.find(declared);
  if (format === undefined) {
    const reason = 'the agent is known here, but not this format; see /formats for those that are';
    return { code: 'FORMAT_UNKNOWN', key: '.id', reason };
  }
  const parts = partsNotAskedFor(native, format);
  if (parts.length === 0) return undefined;
  const reason = `the format needs ${parts.join(', ')}, which the native request does not ask for`;
  return { code: 'FORMAT_NOT_POSSIBLE', key: '', reason };
}
