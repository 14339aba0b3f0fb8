import { callTool, type SellerAddress } from '../call-seller.ts';
import { readSchemas, type SchemaFolder } from './schema-folder.ts';
import { at, runSession } from './session.ts';

/** Of one message, as its schema has many alternatives. */
const FAULTS_SHOWN_MAX = 12;

/** Calls every tool in the version that the folder is of. A sentence for each message that does not fit its schema. */
export async function checkSchemas(
  seller: SellerAddress,
  folder: string,
): Promise<readonly string[]> {
  const schemas = readSchemas(folder);
  const { version } = schemas;
  const all: string[] = [];
  await runSession(version, async ({ tool, args, expects }) => {
    const sent = version === '3.0' ? args : { adcp_version: version, ...args };
    const { isError, body } = await callTool(seller, tool, sent);
    const told = (what: string, faults: readonly string[]) => {
      const shown = faults.slice(0, FAULTS_SHOWN_MAX).join('\n  ');
      if (faults.length > 0) all.push(`${tool}, ${what}:\n  ${shown}`);
    };
    told('request', messageFaults(schemas, tool, 'request', sent));
    if (isError !== (expects === 'error')) {
      told('result', [`${JSON.stringify(sent)} was answered ${JSON.stringify(body)}`]);
    }
    const faults = isError
      ? errorFaults(schemas, tool, body)
      : messageFaults(schemas, tool, 'response', body);
    told(isError ? 'error' : 'answer', faults);
    return body;
  });
  return all;
}

function messageFaults(
  schemas: SchemaFolder,
  tool: string,
  kind: 'request' | 'response',
  value: object,
): readonly string[] {
  const file = schemas.fileOf(tool, kind);
  return file === undefined ? [`there is no schema of ${tool}`] : schemas.faultsOf(file, value);
}

/** Where the schema of an answer has no place for errors, they are checked by themselves. */
function errorFaults(schemas: SchemaFolder, tool: string, body: object): readonly string[] {
  if (tool === 'comply_test_controller') return messageFaults(schemas, tool, 'response', body);
  const errors = at(body, 'errors');
  const each = Array.isArray(errors) && errors.length > 0 ? errors : [undefined];
  const ofErrors = [...each, at(body, 'adcp_error')].flatMap((error) =>
    schemas.faultsOf('core/error.json', error),
  );
  return schemas.hasErrors(tool)
    ? [...ofErrors, ...messageFaults(schemas, tool, 'response', body)]
    : ofErrors;
}
