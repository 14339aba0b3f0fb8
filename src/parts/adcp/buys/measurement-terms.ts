import { isObject, type JsonObject } from '../../../lib/schema-fault.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';

/** In percent: how far another's count may differ before somebody looks into it. */
const VARIANCE_MIN = 10;

/** What an operator can do where a count was wrong: it books an adjustment. */
const REMEDIES = ['credit', 'invoice_adjustment'];

type WithTerms = { readonly measurement_terms?: JsonObject | null };

/** The first terms that cannot be met. Terms are negotiated before dates, so this goes before the flight is looked at. */
export function measurementFault(
  packages: readonly WithTerms[],
  exchangeDomain: string,
): AdcpError | undefined {
  return packages
    .map(({ measurement_terms: proposed }, index) => {
      const path = `packages[${index}].measurement_terms`;
      return proposed == null ? undefined : agreedMeasurement(proposed, exchangeDomain, path);
    })
    .find((agreed) => agreed !== undefined && isAdcpError(agreed)) as AdcpError | undefined;
}

/**
 * The terms of measurement that a package has where its buyer proposes some: the exchange counts what it bills. The answer
 * states these, as the protocol has it for a seller that adjusts a proposal. One that cannot be met like this is refused.
 */
export function agreedMeasurement(
  proposed: JsonObject,
  exchangeDomain: string,
  path: string,
): JsonObject | AdcpError {
  const billing = isObject(proposed.billing_measurement) ? proposed.billing_measurement : {};
  const makegood = isObject(proposed.makegood_policy) ? proposed.makegood_policy : {};
  const { max_variance_percent: variance, finalization_deadline_hours: deadline } = billing;
  const refused = (name: string, reason: string) =>
    fail.termsRejected(`${path}.${name}: ${reason}`, {
      field: `${path}.${name}`,
      suggestion: 'Relax the term, or leave measurement_terms out.',
      details: {
        acceptable: {
          billing_measurement: {
            vendor: { domain: exchangeDomain },
            max_variance_percent: VARIANCE_MIN,
          },
          makegood_policy: { available_remedies: REMEDIES },
        },
      },
    });
  if (typeof variance === 'number' && variance < VARIANCE_MIN) {
    return refused('billing_measurement.max_variance_percent', `expected ${VARIANCE_MIN} or more`);
  }
  if (deadline !== undefined && deadline !== null) {
    return refused('billing_measurement.finalization_deadline_hours', 'no deadline is warranted');
  }
  const asked = Array.isArray(makegood.available_remedies) ? makegood.available_remedies : REMEDIES;
  const remedies = REMEDIES.filter((remedy) => asked.includes(remedy));
  if (remedies.length === 0) {
    return refused('makegood_policy.available_remedies', `expected one of ${REMEDIES.join(', ')}`);
  }
  return {
    billing_measurement: { vendor: { domain: exchangeDomain }, max_variance_percent: VARIANCE_MIN },
    makegood_policy: { available_remedies: remedies },
  };
}
