import { clip, formatCount } from '../../harness/platform/words/format.ts';
import { compared, frameName } from '../../harness/publish/board/format.ts';
import type { CapabilityCell } from '../../harness/results/records/capabilities-record.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { releaseNumbers } from '../history/release-numbers.ts';
import type { ReleasePage } from '../history/release-pages.ts';
import { serverPath } from '../history/releases.ts';
import { type BoardServer, nativesOf, type ServerBoard, taskTokens } from '../history/servers.ts';

/** One place that a search may find. `path` has no base; a link adds it. */
export type Place = {
  path: string;
  kind: 'page' | 'server' | 'release' | 'capability' | 'result' | 'task' | 'document';
  title: string;
  /** Search words in addition to those of its title. */
  text: string;
  /** The line that a result shows. */
  line: string;
};

type Sources = {
  /** Documents with their HTML, whose headings have ids. */
  docs: readonly { path: `/${string}`; title: string; html: string }[];
  tasks: readonly { id: string; title: string; goals: readonly string[] }[];
  standings: readonly StandingGroup[];
  servers: Pick<ServerBoard, 'servers'>;
  releases: readonly ReleasePage[];
  /** The title of a suite on pages. */
  suiteName: (id: string) => string;
  pages: readonly { path: `/${string}`; name: string }[];
};

/** Each word of a section is kept once: the text is searched, not read. */
const wordsKept = 600;
const lineLength = 140;

/** Every place of the navigation, server, release, capability, current row, task and section of a document. */
export function searchIndex({
  docs,
  tasks,
  standings,
  servers,
  releases,
  suiteName,
  pages,
}: Sources): Place[] {
  return [
    ...pages.map(({ path, name }): Place => ({ path, kind: 'page', title: name, text: '', line: '' })),
    ...servers.servers.map((server) => serverPlace(server, suiteName)),
    ...releases.map((page) => releasePlace(page, suiteName)),
    ...capabilitiesOf(servers.servers),
    ...standings.filter(({ superseded }) => !superseded).flatMap((group) => rowsOf(group, suiteName)),
    ...tasks.map(({ id, title, goals }): Place => {
      const [goal = ''] = goals;
      const text = clip(`${id} ${goals.join(' ')}`, wordsKept);
      return { path: `/tasks/${id}/`, kind: 'task', title, text, line: clip(goal, lineLength) };
    }),
    ...docs.flatMap(({ path, title, html }) => sectionsOf(path, title, html)),
  ];
}

function releasePlace(page: ReleasePage, suiteName: (id: string) => string): Place {
  const { id, variant, version, title, path, record, cost } = page;
  const from = record?.server.package ?? cost?.cost.server.package ?? '';
  return {
    path,
    kind: 'release',
    title: `${title} ${version}`,
    text: `${id} ${variant ?? ''} ${from}`.trim(),
    line: releaseNumbers(page, suiteName)
      .map(({ value, words }) => `${value} ${words}`)
      .join(', '),
  };
}

function serverPlace(server: BoardServer, suiteName: (id: string) => string): Place {
  const { id, title, version, cost, capabilities, suites } = server;
  const known = [
    ...(capabilities ? [`${nativesOf(capabilities)} of ${capabilities.cells.length} by its tools`] : []),
    ...suites.flatMap((suite) => {
      const tokens = taskTokens(server, suite);
      return tokens === null
        ? []
        : [`${suiteName(suite.suite)} ${formatCount(Math.round(tokens))} tokens per task`];
    }),
  ];
  const text = `${id} ${cost?.server.package ?? ''} server`;
  return { path: serverPath(id), kind: 'server', title, text, line: [version, ...known].join(', ') };
}

const byVerdict: Record<CapabilityCell['verdict'], string> = {
  native: 'by their own tools',
  script: 'only by a script',
  cannot: 'not at all',
};

/** Each capability once, with the number of servers by verdict. */
function capabilitiesOf(servers: readonly BoardServer[]): Place[] {
  const cells = servers.flatMap(({ capabilities }) => capabilities?.cells ?? []);
  return [...Map.groupBy(cells, ({ capability }) => capability)].map(([id, those]): Place => {
    const counts = Object.entries(byVerdict).flatMap(([verdict, words]) => {
      const count = those.filter((cell) => cell.verdict === verdict).length;
      return count === 0 ? [] : [`${count} ${words}`];
    });
    return {
      path: `/servers/can-do/#${id}`,
      kind: 'capability',
      title: those[0]?.title ?? id,
      text: id,
      line: `${those.length} servers: ${counts.join(', ')}`,
    };
  });
}

function rowsOf({ suite, kind, rows }: StandingGroup, suiteName: (id: string) => string): Place[] {
  return rows.map((row) => {
    const { passed, total } = row.score;
    return {
      path: `/rows/${row.id}/`,
      kind: 'result',
      title: `${compared(row)}: ${suiteName(suite)}`,
      text: `${suite} ${kind} ${row.agent.id} ${row.endpoint ?? ''}`,
      line: `${passed} of ${total} passed, ${frameName(kind) ?? kind}`,
    };
  });
}

function sectionsOf(path: string, title: string, html: string): Place[] {
  const [head = '', ...parts] = html.split(/(?=<h[23] id=")/);
  const place = (at: string, name: string, part: string): Place => ({
    path: at,
    kind: 'document',
    title: name,
    text: wordsOf(part),
    line: clip(plain(part), lineLength),
  });
  return [
    place(path, title, head.replace(/^\s*<h1.*?<\/h1>/s, '')),
    ...parts.map((part) => {
      const [, id = '', heading = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(part) ?? [];
      return place(`${path}#${id}`, `${title}: ${plain(heading)}`, part.slice(part.indexOf('</h') + 5));
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
