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
    holds: 'Every table of the leaderboard with its rows, ranks and intervals, and the claims of others.',
    schema: 'leaderboard',
  },
  { path: '/api/v1/leaderboard.csv', holds: 'The same rows, one a line.', schema: null },
  {
    path: '/api/v1/relations.json',
    holds: 'How each pair of rows of a table differs, each pair once: tables of agents and models.',
    schema: 'relations',
  },
  {
    path: '/api/v1/matrix.json',
    holds:
      'Rows by tasks: passed, failed and errored trials, with difficulty and discrimination of each task; replays left out.',
    schema: 'matrix',
  },
  {
    path: '/api/v1/servers.json',
    holds:
      'What each server costs without a model: tokens a task beside those of a reference, suite by suite, and bytes, calls and times of each task.',
    schema: 'servers',
  },
  { path: '/api/v1/servers.csv', holds: 'The same, a line a release and suite.', schema: null },
  {
    path: '/api/v1/capabilities.json',
    holds: 'What each server can do by its own tools, by scripts alone, or not at all, and why.',
    schema: 'capabilities',
  },
  { path: '/api/v1/capabilities.csv', holds: 'The same, a line a server and capability.', schema: null },
  {
    path: '/api/v1/channels.json',
    holds: 'Which texts of a page reach a model through a server, tool by tool.',
    schema: 'channels',
  },
  { path: '/api/v1/hidden-text.csv', holds: 'The same, a line a server and text of the page.', schema: null },
  {
    path: '/api/v1/audits.json',
    holds:
      'Audits: attempts to pass without doing the task, suite by suite on each server, and solutions that must pass.',
    schema: 'audits',
  },
  {
    path: '/api/v1/simulations.json',
    holds: 'How often ranks, intervals and changes are right if the truth is known (simulated).',
    schema: 'simulations',
  },
  {
    path: '/api/v1/disputes.json',
    holds: 'Published rows and verdicts that were disputed, and the outcome of each dispute.',
    schema: 'disputes',
  },
  {
    path: '/api/v1/series.json',
    holds: 'The results of each row at each commit, oldest first.',
    schema: 'series',
  },
  { path: '/api/v1/series.csv', holds: 'The same, one point a line.', schema: null },
  {
    path: '/api/v1/runs/{sha}.json',
    holds:
      'All runs of a commit with every episode, as they were recorded. Older commits are in the archive.',
    schema: 'results',
  },
  {
    path: '/api/v1/runs/{sha}/{run}.json.gz',
    holds: 'One run of a commit with more than 20 MB of results, in place of the file of the commit.',
    schema: 'results',
  },
  {
    path: '/api/v1/archive/index.json',
    holds: 'The archives: first and last commit, size and digest of each.',
    schema: 'archives',
  },
  {
    path: '/api/v1/archive/{first}-{last}.jsonl.gz',
    holds:
      'A hundred older commits, a line each without its episodes, then a line an episode with its place; compressed by gzip.',
    schema: null,
  },
  {
    path: '/api/v1/commits/{two digits}.json',
    holds: 'Commits with results whose digest begins with these digits, and their runs.',
    schema: 'commits',
  },
  {
    path: '/api/v1/tasks/{id}.json',
    holds: 'A task with its contract and its results, row by row.',
    schema: 'task',
  },
  { path: '/api/v1/tasks/{id}.csv', holds: 'Its outcomes, one a line.', schema: null },
  {
    path: '/api/v1/episodes/index.json',
    holds: 'The runs with stored events: commit, file, size and digest of each.',
    schema: 'episodes',
  },
  {
    path: '/api/v1/episodes/{run}.jsonl.gz',
    holds: 'The events of the episodes of a run, one per line; compressed by gzip.',
    schema: 'event',
  },
  { path: '/api/v1/search.json', holds: 'The index of the search.', schema: 'search' },
  {
    path: '/badge.json',
    holds:
      'The best row of a model, else the newest replay of the default server, for shields.io. Without an attested row, it says so. The same as SVG at /badge.svg.',
    schema: null,
  },
  { path: '/badges/{row}.json', holds: 'The badge of a row; as SVG too.', schema: null },
  {
    path: '/badges/servers/{server}.json',
    holds: 'What a server can do by its tools; as SVG too.',
    schema: null,
  },
  {
    path: '/badges/servers/{server}.tokens.json',
    holds: 'What a task costs through a server, in tokens; as SVG too.',
    schema: null,
  },
  {
    path: '/badges/servers/{server}-{version}.tokens.json',
    holds: 'The same for a release.',
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
