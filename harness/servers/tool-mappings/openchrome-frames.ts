import { escaped, type PageElement, withSingleSpaces } from '../../task/walkthroughs/page-element.ts';

const roles: Readonly<Record<string, string>> = { a: 'link', button: 'button', input: 'textbox' };

/**
 * The elements of frames, from the document tree: `[86]<button/>Keep the first word ★`. The name of a field is the
 * label before it. The tree of roles and names covers the page outside of frames better.
 */
export function elementsOfFrames(answer: string): PageElement[] {
  const found: PageElement[] = [];
  let label = '';
  /** The indent of the outermost frame; null outside of frames. */
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
    const spaced = withSingleSpaces(text);
    if (tag === 'label') label = spaced;
    found.push({
      role: roles[tag] ?? 'text',
      name: tag === 'input' ? label : spaced,
      value: '',
      depth: indent / 2,
      ref,
      find: { before: '\\[', ref: '\\d+', after: `\\]${escaped(key.trimEnd())}(?= ★|\\n|$)` },
    });
  }
  return found;
}
