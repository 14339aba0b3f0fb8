import { type AdcpError, fail } from './errors.ts';

/** The versions of AdCP that are spoken, the earliest first. */
export const VERSIONS = ['3.0', '3.1', '3.2'] as const;

export type AdcpVersion = (typeof VERSIONS)[number];

const MAJOR = 3;
const PATTERN = /^(\d{1,4})\.(\d{1,4})(?:-[A-Za-z0-9.-]{1,40})?$/;

type VersionFields = { readonly adcp_version?: unknown; readonly adcp_major_version?: unknown };

/**
 * The version to answer in: the highest one that is spoken and not above that of the request. A request without one is of
 * 3.0, which has no field for it.
 */
export function versionOf({
  adcp_version: asked,
  adcp_major_version: major,
}: VersionFields): AdcpVersion | AdcpError {
  if (major != null && major !== MAJOR) return unsupported('adcp_major_version', major);
  if (asked == null) return VERSIONS[0];
  const [, first, second] = (typeof asked === 'string' && PATTERN.exec(asked)) || [];
  const spoken = VERSIONS.filter((version) => Number(version.slice(2)) <= Number(second));
  const found = Number(first) === MAJOR ? spoken.at(-1) : undefined;
  return found ?? unsupported('adcp_version', asked);
}

function unsupported(field: string, got: unknown): AdcpError {
  const known = VERSIONS.join(', ');
  const shown = JSON.stringify(got)?.slice(0, 50);
  return fail.versionUnsupported(field, `expected one of ${known}, but got ${shown}`, {
    suggestion: `Send adcp_version "${VERSIONS.at(-1)}", or none for ${VERSIONS[0]}.`,
    details: { supported_versions: VERSIONS, supported_majors: [MAJOR] },
  });
}
