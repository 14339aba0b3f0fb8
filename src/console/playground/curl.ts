/** A curl command for a shell. Single quotes in the body are escaped. */
export function curlCommand(publicUrl: string, body: string): string {
  const quoted = body.replaceAll("'", String.raw`'\''`);
  return `curl -i '${publicUrl}/openrtb2' \\\n  -H 'Content-Type: application/json' \\\n  --data-binary '${quoted}'`;
}
