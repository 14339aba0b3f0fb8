/** A command that a shell sends as it stands: single quotes keep everything but themselves. */
export function curlCommand(publicUrl: string, body: string): string {
  const quoted = body.replaceAll("'", String.raw`'\''`);
  return `curl -i '${publicUrl}/openrtb2' \\\n  -H 'Content-Type: application/json' \\\n  --data-binary '${quoted}'`;
}
