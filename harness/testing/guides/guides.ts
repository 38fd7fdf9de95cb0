import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { thisProject } from '../../cli/this-project.ts';

/** A fenced block. `file` is the path in `title="<path>"`, which a reader writes the block to; null without one. */
type Block = {
  language: string;
  file: string | null;
  text: string;
  /** The prose between the block before and this one. */
  before: string;
  /** The reason in `<!-- not run: <reason> -->` on the line before the block, empty without one; null without a mark. */
  notRun: string | null;
};

export type Guide = { file: string; fields: Record<string, string>; blocks: Block[] };

const fence = /^(?:<!-- not run(?::? ?)(.*?)-->\n)?```(\w+)(?: title="([^"]+)")?\n(.*?)^```$/gms;

export function guideOf(file: string, text: string): Guide {
  const [, lines = ''] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  const fields = Object.fromEntries(
    [...lines.matchAll(/^(\w+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  let end = 0;
  const blocks = [...text.matchAll(fence)].map((match) => {
    const [whole, reason, language = '', title, body = ''] = match;
    const before = text.slice(end, match.index);
    end = match.index + whole.length;
    return { language, file: title ?? null, text: body, before, notRun: reason?.trim() ?? null };
  });
  return { file, fields, blocks };
}

/** The documents of Get started and of the guides, by their order. */
export function readGuides(): Guide[] {
  return globSync('docs/**/*.md', { cwd: thisProject.root })
    .map((file) => guideOf(file, readFileSync(path.join(thisProject.root, file), 'utf8')))
    .filter(({ fields }) => fields.part === 'start' || fields.part === 'guide')
    .sort((a, b) => placeOf(a) - placeOf(b));
}

const placeOf = ({ fields }: Guide) => (fields.part === 'start' ? 0 : 1000) + Number(fields.order);

/** The exit code that the comment at the end of a block names, `# exit code 1`; 0 without one. */
export function exitCodeOf(text: string): number {
  return Number(/# exit code (\d+)[^\n]*\n$/.exec(text)?.[1] ?? 0);
}
