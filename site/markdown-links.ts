/** A link or picture of a Markdown text, outside code. */
export type Link = {
  readonly kind: 'link' | 'picture';
  /** Of a picture, the words for those who do not see it. */
  readonly text: string;
  readonly target: string;
  /** Where the whole link stands in the text. */
  readonly start: number;
  readonly end: number;
};

const LINK = /!?\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** The links and pictures of a page; what stands in code is not one. */
export function linksOf(markdown: string): readonly Link[] {
  return [...withoutCode(markdown).matchAll(LINK)].map(
    ({ 0: whole, 1: words, 2: target, index }) => {
      const isPicture = whole.startsWith('!');
      const start = index + whole.indexOf('[') + 1;
      return {
        kind: isPicture ? 'picture' : 'link',
        text: markdown.slice(start, start + (words?.length ?? 0)),
        target: target ?? '',
        start: index,
        end: index + whole.length,
      };
    },
  );
}

/** The same text with every character of code blanked, so that positions stay. */
function withoutCode(markdown: string): string {
  const blank = (code: string) => code.replace(/[^\n]/g, '.');
  return markdown
    .replace(/^( *)(```+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, blank)
    .replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, blank);
}

/** The anchors that a page offers, as public forges make them. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = withoutFences(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm);
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ''] of headings) {
    const slug = slugOf(heading);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

function withoutFences(markdown: string): string {
  return markdown.replace(/^( *)(```+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, '');
}

export function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
