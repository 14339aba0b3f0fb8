/** A curl command for a shell. The key is empty where the publisher has none. */
export function curlCommand(publicUrl: string, body: string, publisherKey: string): string {
  const parts = [
    `curl -i ${quoted(`${publicUrl}/openrtb2`)}`,
    "-H 'Content-Type: application/json'",
    ...(publisherKey === '' ? [] : [`-H ${quoted(`Authorization: Bearer ${publisherKey}`)}`]),
    `--data-binary ${quoted(body)}`,
  ];
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
