/** What the start says in a terminal, once requests are served. */
export type Listening = {
  readonly url: string;
  readonly adminUrl: string;
  /** Whether the partners are the samples that ship with Parley. */
  readonly sellsSamples: boolean;
};

export function welcome({ url, adminUrl, sellsSamples }: Listening): string {
  const lines = [
    `Parley serves bid requests at  ${url}/openrtb2`,
    `The console is at              ${adminUrl}/`,
    `The API is described at        ${url}/openapi.json`,
    sellsSamples
      ? 'It sells sample ads until a parley.yaml names partners. Press Ctrl-C to stop.'
      : 'Press Ctrl-C to stop.',
  ];
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`;
}
