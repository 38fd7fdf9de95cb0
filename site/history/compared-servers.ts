/** Every property in which two servers can differ, as rows of a table. */
import type { ServersRecord } from '../../harness/results/records/servers-record.ts';
import { verdictWords } from '../../harness/results/records/why-not-native.ts';
import { honestyVerdictWords } from './honesty.ts';
import { summaryOf, summaryWords } from './reach.ts';
import {
  type BoardServer,
  capabilityRows,
  type Reach,
  reachOf,
  type ServerBoard,
  taskTokens,
} from './servers.ts';

/** A compared property, with one cell per server of a board; null if unknown. */
type ComparedRow = { name: string; cells: (string | null)[] };

/** A part of the page. */
export type ComparedPart = {
  part: string;
  rows: ComparedRow[];
  /** One per server: what the part was measured with. Null if no pages were used, or if it is unknown. */
  editions: (string | null)[];
};

/** Every row in which two servers can differ, grouped by part of the page. */
export function comparedRows(
  { servers, suites }: Pick<ServerBoard, 'servers' | 'suites'>,
  words: {
    suite: (id: string) => string;
    count: (value: number) => string;
    /** The edition of costs, which a record in the shape of v1 does not have. */
    edition?: (cost: ServersRecord) => string;
  },
): ComparedPart[] {
  const ofCost = ({ cost }: BoardServer) => cost && (words.edition?.(cost) ?? null);
  const over = (name: string, cellOf: (server: BoardServer) => string | null | undefined): ComparedRow => ({
    name,
    cells: servers.map((server) => cellOf(server) ?? null),
  });
  const rounded = (value: number | null | undefined) =>
    value == null ? null : words.count(Math.round(value));
  const costs = servers.flatMap(({ cost }) => cost ?? []);
  const tasks = new Set(costs.flatMap((cost) => [...cost.tasks, ...cost.cannot].map(({ taskId }) => taskId)));
  const { differ, all, none } = capabilityRows(servers.flatMap(({ capabilities }) => capabilities ?? []));
  const channels = servers.find((each) => each.channels)?.channels?.channels ?? [];
  const parts = [
    {
      part: 'Release',
      editionOf: () => null,
      rows: [
        over('Version', ({ version }) => version),
        over('Tokens of the tool list', ({ cost }) => rounded(cost?.toolList.tokens)),
        over('Tools', ({ cost }) => rounded(cost?.toolList.tools)),
      ],
    },
    {
      part: 'Cost',
      editionOf: ofCost,
      rows: [
        ...suites.flatMap(({ suite }, at) => [
          over(`${words.suite(suite)}: passed`, (server) => {
            const of = server.suites[at];
            return of && `${of.passed} of ${of.total}`;
          }),
          over(`${words.suite(suite)}: tokens per task, tool list and answers`, (server) => {
            const of = server.suites[at];
            return of && rounded(taskTokens(server, of));
          }),
        ]),
        over('Memory of the server, MB', ({ cost }) => rounded(cost?.serverMb?.median)),
      ],
    },
    {
      part: 'Tasks',
      editionOf: ofCost,
      rows: [...tasks].map((id) =>
        over(id, ({ cost }) => {
          if (cost === null) return null;
          const cannot = cost.cannot.find(({ taskId }) => taskId === id);
          if (cannot) return 'cannot';
          const asked = cost.tasks.find(({ taskId }) => taskId === id);
          return asked && (asked.passed ? 'passed' : 'not passed');
        }),
      ),
    },
    {
      part: 'Can do',
      editionOf: ({ capabilities: of }) => of && `${of.suite.edition} ${of.suite.webSha256}`,
      rows: [...differ, ...all, ...none].map(({ id, title }) =>
        over(title, ({ capabilities }) => {
          const cell = capabilities?.cells.find(({ capability }) => capability === id);
          return cell && verdictWords[cell.verdict];
        }),
      ),
    },
    {
      part: 'Hidden text',
      editionOf: ({ channels: of }) => of?.pagesSha256 ?? null,
      rows: channels.map(({ id, title }) =>
        over(title, ({ channels: record }) => record && reachWords[reachOf(record, id)]),
      ),
    },
    {
      part: 'Honest',
      editionOf: ({ honesty }) => honesty?.part?.editionSha256 ?? null,
      rows: [
        over('Traps that are silent or wrong', ({ honesty }) => {
          const count = honesty?.count;
          return count && `${count.dishonest} of ${count.asked}`;
        }),
        ...titlesOf(
          servers.flatMap(({ honesty }) => honesty?.part?.cells ?? []),
          'trap',
        ).map(([trap, title]) =>
          over(title, ({ honesty }) => {
            const cell = honesty?.part?.cells.find((each) => each.trap === trap);
            return cell && honestyVerdictWords[cell.verdict].word;
          }),
        ),
      ],
    },
    {
      part: 'Reach',
      editionOf: ({ reach }) => reach?.part?.editionSha256 ?? null,
      rows: titlesOf(
        servers.flatMap(({ reach }) => reach?.part?.targets ?? []),
        'id',
      ).map(([id, title]) =>
        over(title, ({ reach }) => reach?.part && summaryWords(summaryOf(reach.part, id))),
      ),
    },
  ] satisfies (Omit<ComparedPart, 'editions'> & { editionOf: (server: BoardServer) => string | null })[];
  const full = parts.map(({ editionOf, ...part }) => ({
    ...part,
    editions: servers.map((server) => editionOf(server)?.slice(0, editionLength) ?? null),
  }));
  return full.filter(({ rows }) => rows.some(({ cells }) => cells.some((cell) => cell !== null)));
}

/** Enough of a digest to see that two differ. */
const editionLength = 16;

const reachWords: Record<Reach, string> = {
  usual: 'in the answer of the usual tool',
  other: 'only in the answer of another tool',
  not: 'in no answer',
};

/** Titles by id, each once. */
function titlesOf<Id extends string>(
  all: readonly ({ title: string } & Record<Id, string>)[],
  id: Id,
): [id: string, title: string][] {
  return [...new Map(all.map((each) => [each[id], each.title]))];
}
