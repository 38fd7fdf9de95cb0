import { clip } from '../../harness/platform/words/format.ts';
import { compared } from '../../harness/publish/board/format.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';

/** One place that a search may find. `path` has no base: whoever links to it adds it. */
export type Place = { path: string; kind: 'document' | 'task' | 'row' | 'page'; title: string; text: string };

type Sources = {
  /** With their HTML, whose headings have ids. */
  docs: readonly { path: `/${string}`; title: string; html: string }[];
  tasks: readonly { id: string; title: string; goals: readonly string[] }[];
  standings: readonly StandingGroup[];
  pages: readonly { path: `/${string}`; name: string }[];
};

/** Words of a section are kept once each: they are found by, and not read. */
const wordsKept = 600;

/** Every section of a document, every task, every row of today's tables and every place of the navigation. */
export function searchIndex({ docs, tasks, standings, pages }: Sources): Place[] {
  return [
    ...pages.map(({ path, name }): Place => ({ path, kind: 'page', title: name, text: '' })),
    ...standings.filter(({ superseded }) => !superseded).flatMap(rowsOf),
    ...tasks.map(
      ({ id, title, goals }): Place => ({
        path: `/tasks/${id}/`,
        kind: 'task',
        title,
        text: clip(`${id} ${goals.join(' ')}`, wordsKept),
      }),
    ),
    ...docs.flatMap(({ path, title, html }) => sectionsOf(path, title, html)),
  ];
}

function rowsOf({ suite, kind, rows }: StandingGroup): Place[] {
  return rows.map((row) => ({
    path: `/rows/${row.id}/`,
    kind: 'row',
    title: `${compared(row)}: ${suite}`,
    text: `${kind} ${row.score.passed} of ${row.score.total}`,
  }));
}

function sectionsOf(path: string, title: string, html: string): Place[] {
  const [head = '', ...parts] = html.split(/(?=<h[23] id=")/);
  const first: Place = { path, kind: 'document', title, text: wordsOf(head) };
  return [
    first,
    ...parts.map((part): Place => {
      const [, id = '', heading = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(part) ?? [];
      return {
        path: `${path}#${id}`,
        kind: 'document',
        title: `${title}: ${plain(heading)}`,
        text: wordsOf(part.slice(part.indexOf('</h') + 5)),
      };
    }),
  ];
}

function wordsOf(html: string): string {
  const words = plain(html)
    .toLowerCase()
    .match(/[\p{L}\p{N}_-]{3,}/gu);
  return clip([...new Set(words)].join(' '), wordsKept);
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|amp|quot|#39|#x27);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
