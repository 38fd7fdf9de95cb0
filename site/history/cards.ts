/** The cards of shared links: pages whose card shows a number of their own, by their addresses. */
import { formatCount } from '../../harness/platform/words/format.ts';
import { compared, formatDate, frameName, plural } from '../../harness/publish/board/format.ts';
import { allRows } from '../../harness/publish/board/leaderboard.ts';
import { docPages } from '../build/docs-pages.ts';
import { attacks as attackCount, evidenceFigures } from '../evidence/audits.ts';
import { href, type Place, placeOf } from '../words/href.ts';
import { dishonestWords } from './honesty.ts';
import { cellsInWords } from './release-lines.ts';
import { releaseNumbers } from './release-numbers.ts';
import { ownReleasePages } from './release-routes.ts';
import { serverPath } from './releases.ts';
import { type BoardServer, nativesOf, taskTokens } from './servers.ts';
import { shownPlaces } from './shown-places.ts';
import {
  audits,
  honesty,
  linesOfReleases,
  reach,
  servers,
  siteHistory,
  suiteName,
  taskFiles,
  taskGroups,
} from './this-build.ts';

/** `big` is the number of the page, `head` its subject. */
export type Card = { head: string; big: string; lines: string[] };

const attacks = evidenceFigures(audits).find(({ words }) => words === attackCount.title);
const rows = allRows(siteHistory.standings);
const ofPlaces: Record<string, Card | null> = {
  Servers:
    servers.servers.length === 0
      ? null
      : {
          head: 'MCP browser servers, measured without a model',
          big: plural(servers.servers.length, 'server'),
          lines: ['Tokens per task, what each can do by its own tools, and which hidden texts it exposes'],
        },
  Agents: {
    head: 'Agents, models, reference solutions and simple rules',
    big: plural(rows.length, 'row'),
    lines: ['Judged by what changed on the sites, what the browser shows, or an answer'],
  },
  Tasks: {
    head: 'Tasks with a contract over their end state',
    big: plural(taskFiles.length, 'task'),
    lines: [`${formatCount(taskGroups.length)} different ones; the others are seeds of a template`],
  },
  Evidence: attacks
    ? {
        head: 'Attacks on the judge that succeeded',
        big: `${formatCount(attacks.of - attacks.found)} of ${formatCount(attacks.of)}`,
        lines: ['Why a verdict holds, and how it was tested'],
      }
    : null,
  Docs: { head: 'How to run, extend and read it', big: plural(docPages.length, 'document'), lines: [] },
};

function serverCard(server: BoardServer): Card {
  const { title, version, suites, capabilities } = server;
  const numbers = [
    ...suites.flatMap((suite) => {
      const tokens = taskTokens(server, suite);
      return tokens === null
        ? []
        : [{ big: formatCount(Math.round(tokens)), of: `tokens per task (${suiteName(suite.suite)})` }];
    }),
    ...(capabilities
      ? [
          {
            big: `${nativesOf(capabilities)} of ${capabilities.cells.length}`,
            of: 'capabilities by its own tools',
          },
        ]
      : []),
  ];
  const [first, ...others] = numbers;
  return {
    head: `${title} ${version}`,
    big: first?.big ?? 'Measured',
    lines: [...(first ? [first.of] : []), ...others.map(({ big, of }) => `${big} ${of}`)],
  };
}

/** The cards of what is measured of servers on one page. */
function partCards(): [`/${string}`, Card][] {
  const main = honesty.columns.filter(({ server }) => server.variant === null);
  const lines = main.flatMap(({ title, server, count }) =>
    count === null ? [] : `${title} ${server.version}: ${dishonestWords(count)} traps silent or wrong`,
  );
  const over = linesOfReleases.lines.filter(({ variant }) => variant === null);
  const lists = over.map(({ title, measures: [list], pages }) =>
    list ? `${title}: tokens of the tool list ${cellsInWords(list.cells, pages)}` : title,
  );
  const reached = reach.columns.filter(({ server }) => server.variant === null).length;
  return [
    ...(main.length === 0
      ? []
      : [card('/servers/honest/', 'Does a server report success if nothing was done?', main.length, lines)]),
    ...(over.length === 0
      ? []
      : [card('/servers/releases/', 'MCP browser servers, release by release', over.length, lists)]),
    ...(reached === 0
      ? []
      : [
          card('/servers/reach/', 'Which addresses does a server open?', reached, [
            `${plural(reach.rows.length, 'target')}, each tried on every road to it`,
          ]),
        ]),
  ];
}

const card = (path: `/${string}/`, head: string, count: number, lines: string[]): [`/${string}`, Card] => [
  path,
  { head, big: plural(count, 'server'), lines: lines.slice(0, 4) },
];

const tabOfPlace = ({ tabs: [first] }: Place) => first.path;

export const cards: ReadonlyMap<`/${string}`, Card> = new Map<`/${string}`, Card>([
  ...shownPlaces.flatMap((place): [`/${string}`, Card][] => {
    const card = ofPlaces[place.name];
    return card ? [[tabOfPlace(place), card]] : [];
  }),
  ...servers.servers.map((server): [`/${string}`, Card] => [serverPath(server.id), serverCard(server)]),
  ...partCards(),
  ...ownReleasePages.map((page): [`/${string}`, Card] => {
    const [first, ...others] = releaseNumbers(page, suiteName);
    const lines = [...(first ? [first.words] : []), ...others.map(({ value, words }) => `${value} ${words}`)];
    const head = `${page.title} ${page.version}`;
    return [page.path, { head, big: first?.value ?? 'Measured', lines: lines.slice(0, 4) }];
  }),
  ...rows.map(({ group, row }): [`/${string}`, Card] => [
    `/rows/${row.id}/`,
    {
      head: suiteName(group.suite),
      big: `${row.score.passed} / ${row.score.total}`,
      lines: [compared(row), frameName(group.kind) ?? group.kind, formatDate(row.startedAt)],
    },
  ]),
]);

/** The picture of a page: its own card, else that of its place, else that of the site. */
export function cardPath(pathname: string): `/${string}` {
  const own = [...cards.keys()].find((path) => href(path) === pathname);
  const place = placeOf(shownPlaces, pathname);
  const path = own ?? (place && cards.has(tabOfPlace(place)) ? tabOfPlace(place) : '/');
  return `${path}og.png`;
}

/** The picture of a page in words. */
export function cardWords(pathname: string): string {
  const card = cards.get(cardPath(pathname).replace(/og\.png$/, '') as `/${string}`);
  return card ? [card.head, card.big, ...card.lines].join(', ') : 'The state of the leaderboard';
}
