import type { apiSchemas } from '../../harness/publish/board/api-schemas.ts';

type ApiFile = {
  /** A part in braces is a placeholder. */
  path: `/${string}`;
  holds: string;
  /** Schema of the file, or of one of its lines; null if it is not JSON. */
  schema: keyof typeof apiSchemas | null;
};

/** The entries of `/api/v1/`. A test compares them with the files of a build. */
export const apiFiles: readonly ApiFile[] = [
  {
    path: '/api/v1/leaderboard.json',
    holds: 'All tables of the leaderboard with rows, ranks and intervals, and the claims of others.',
    schema: 'leaderboard',
  },
  { path: '/api/v1/leaderboard.csv', holds: 'The rows of the leaderboard, one on each line.', schema: null },
  {
    path: '/api/v1/relations.json',
    holds: 'Comparisons of each pair of rows in the tables of agents and models.',
    schema: 'relations',
  },
  {
    path: '/api/v1/matrix.json',
    holds:
      'Passed, failed and errored trials of each row on each task, with difficulty and discrimination of each task. Replays and rows of earlier rounds are not included.',
    schema: 'matrix',
  },
  {
    path: '/api/v1/servers.json',
    holds:
      'The cost of each server without a model: tokens, bytes, calls and times of each task, and the ratio to a reference server for each suite.',
    schema: 'servers',
  },
  {
    path: '/api/v1/servers.csv',
    holds: 'The cost of servers, one line for each release and each suite that every server played.',
    schema: null,
  },
  {
    path: '/api/v1/capabilities.json',
    holds:
      'The capabilities that each server has with its own tools, only by script, or not at all, with the reasons.',
    schema: 'capabilities',
  },
  {
    path: '/api/v1/capabilities.csv',
    holds: 'The capabilities, one line for each server and capability.',
    schema: null,
  },
  {
    path: '/api/v1/channels.json',
    holds: 'The texts of a page that each tool of a server returns.',
    schema: 'channels',
  },
  { path: '/api/v1/hidden-text.csv', holds: 'The texts, one line for each server and text.', schema: null },
  {
    path: '/api/v1/releases.json',
    holds: 'Every measured release of a server or of a variant, with its parts and its counts.',
    schema: 'releases',
  },
  {
    path: '/api/v1/releases/{release}.json',
    holds: 'The whole record of a release, such as playwright@0.0.83.json.',
    schema: 'release',
  },
  {
    path: '/api/v1/honesty.csv',
    holds: 'The verdicts of traps, one line for each release and trap.',
    schema: null,
  },
  {
    path: '/api/v1/reach.csv',
    holds: 'Whether servers open an address, one line for each verdict on a release, a road and a target.',
    schema: null,
  },
  {
    path: '/api/v1/audits.json',
    holds: 'The stored audits: attempts to pass without doing the task, and solutions that must pass.',
    schema: 'audits',
  },
  {
    path: '/api/v1/simulations.json',
    holds: 'Simulations: how often ranks, intervals and changes are right if the truth is known.',
    schema: 'simulations',
  },
  {
    path: '/api/v1/disputes.json',
    holds: 'Published rows and verdicts that were disputed, and the outcome of each dispute.',
    schema: 'disputes',
  },
  {
    path: '/api/v1/series.json',
    holds: 'The results of each row at each commit with a complete run of all its tasks, oldest first.',
    schema: 'series',
  },
  {
    path: '/api/v1/series.csv',
    holds: 'The results of each row at each commit with a complete run of all its tasks, one on each line.',
    schema: null,
  },
  {
    path: '/api/v1/runs/{sha}.json',
    holds: 'All runs of a commit with every episode. Older commits are in an archive.',
    schema: 'results',
  },
  {
    path: '/api/v1/runs/{sha}/{run}.json.gz',
    holds: 'One run of a commit with more than 20 MB of results. Such a commit has no other file.',
    schema: 'results',
  },
  {
    path: '/api/v1/archive/index.json',
    holds: 'The list of archives, each with its first and last commit, size and digest.',
    schema: 'archives',
  },
  {
    path: '/api/v1/archive/{first}-{last}.jsonl.gz',
    holds:
      'A hundred older commits, compressed with gzip: first one line for each commit, then one line for each episode.',
    schema: null,
  },
  {
    path: '/api/v1/commits/{two digits}.json',
    holds: 'The commits whose digest begins with these digits, and their runs.',
    schema: 'commits',
  },
  {
    path: '/api/v1/tasks/{id}.json',
    holds: 'A task with its contract and the results of each row.',
    schema: 'task',
  },
  { path: '/api/v1/tasks/{id}.csv', holds: 'The outcomes of a task, one on each line.', schema: null },
  {
    path: '/api/v1/episodes/index.json',
    holds: 'The runs with stored events, each with its commit, file, size and digest.',
    schema: 'episodes',
  },
  {
    path: '/api/v1/episodes/{run}.jsonl.gz',
    holds: 'The events of the episodes of a run, one on each line, compressed with gzip.',
    schema: 'event',
  },
  { path: '/api/v1/search.json', holds: 'The search index.', schema: 'search' },
  {
    path: '/badge.json',
    holds:
      'A badge for shields.io: the best row of an agent or model, else the newest replay, first of the default server. Only attested rows are used. /badge.svg is the same badge as SVG.',
    schema: null,
  },
  { path: '/badges/{row}.json', holds: 'The badge of a row; also with .svg.', schema: null },
  {
    path: '/badges/servers/{server}.json',
    holds: 'The badge with the capabilities of a server; also with .svg.',
    schema: null,
  },
  {
    path: '/badges/servers/{server}.tokens.json',
    holds:
      'The badge with the tokens of an average task with a server; also with .svg. It exists if every server passed a task of the first suite.',
    schema: null,
  },
  {
    path: '/badges/servers/{server}@{release}.json',
    holds:
      'The badge with the traps of a release that are silent or wrong, or with its tokens per task if its traps were not measured; also with .svg.',
    schema: null,
  },
  {
    path: '/badges/servers/{server}-{version}.tokens.json',
    holds: 'The badge with the tokens of an average task with a release; also with .svg.',
    schema: null,
  },
  {
    path: '/feed.xml',
    holds: 'New results, releases of servers, audits, runs of skills and lasting changes of scores, as Atom.',
    schema: null,
  },
  {
    path: '/llms.txt',
    holds: 'The site in one file for a model: places, data files, documents.',
    schema: null,
  },
  { path: '/docs/{document}.md', holds: 'A document as Markdown.', schema: null },
];

/** The entry of an address, such as `/api/v1/tasks/{id}.json` for a task; undefined if it is not listed. */
export function apiFileOf(address: string): ApiFile | undefined {
  return apiFiles.find(({ path }) =>
    new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^}]*\}/g, '[^/]+')}$`).test(address),
  );
}

/** The name of the schema of an address of `/api/v1/`; null if it has none. */
export function schemaOfApi(address: string): ApiFile['schema'] {
  return apiFileOf(address)?.schema ?? null;
}
