import { escaped, type PageElement, withSingleSpaces } from '../../task/walkthroughs/page-element.ts';

const roles: Readonly<Record<string, string>> = { a: 'link', button: 'button', input: 'textbox' };

/**
 * What stands in frames, by the tree of the document: `[86]<button/>Keep the first word ★`. A field is called as the
 * label before it is. Of the page around them the tree of roles and names tells more.
 */
export function elementsOfFrames(answer: string): PageElement[] {
  const found: PageElement[] = [];
  let label = '';
  /** Of the frame that stands outermost; null outside of all. */
  let frameIndent: number | null = null;
  for (const line of answer.split('\n')) {
    const indent = line.length - line.trimStart().length;
    if (line.startsWith('--page-separator--', indent)) {
      frameIndent = frameIndent === null ? indent : Math.min(frameIndent, indent);
      continue;
    }
    if (frameIndent !== null && indent <= frameIndent) frameIndent = null;
    const [, ref, key = '', tag = '', text = ''] =
      /^ *\[(\d+)\](<([a-z][\w-]*)(?: [\w-]+="[^"]*")*\/>([^★]*))/.exec(line) ?? [];
    if (ref === undefined || frameIndent === null || key.includes(' type="hidden"')) continue;
    const said = withSingleSpaces(text);
    if (tag === 'label') label = said;
    found.push({
      role: roles[tag] ?? 'text',
      name: tag === 'input' ? label : said,
      value: '',
      depth: indent / 2,
      ref,
      find: { before: '\\[', ref: '\\d+', after: `\\]${escaped(key.trimEnd())}(?= ★|\\n|$)` },
    });
  }
  return found;
}
