import { escapedHtml } from '../../lib/text.ts';
import { ADCP_PATH } from './buyer-calls.ts';

const FOR_AGENTS = `
  <li><code>POST ${ADCP_PATH}</code> sells to AI buyers by the Ad Context Protocol (AdCP) over MCP, with a token.</li>`;

/** What a person sees who opens the public port in a browser. */
export function frontPage(publicUrl: string, sellsToAgents: boolean): string {
  const url = escapedHtml(publicUrl);
  const forAgents = sellsToAgents ? FOR_AGENTS : '';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Parley exchange</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; }
  pre { overflow-x: auto; padding: 1rem; border: 1px solid #8888; border-radius: 6px; }
</style>
<h1>This is a Parley exchange</h1>
<p>It sells native ads in conversations over OpenRTB 2.6. Programs send bid requests here; there is nothing to click.</p>
<pre>curl ${url}/openrtb2 -H 'Content-Type: application/json' -d @request.json</pre>
<ul>
  <li><code>POST /openrtb2</code> takes bid requests as the specification has them,
      <code>POST /openrtb2/auction</code> repairs what common clients send.</li>${forAgents}
  <li><a href="/openapi.json">/openapi.json</a> describes requests, answers and errors.</li>
  <li><a href="/capabilities">/capabilities</a>, <a href="/formats">/formats</a> and
      <a href="/categories">/categories</a> say what is supported.</li>
  <li><a href="/sellers.json">/sellers.json</a> lists the publishers that are sold here.</li>
  <li><a href="/readyz">/readyz</a> and <a href="/healthz">/healthz</a> are for load balancers.</li>
</ul>
<p>Operators find the console on the admin port, which is not open to the public.</p>
</html>
`;
}
