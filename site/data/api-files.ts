type ApiFile = {
  /** A part in braces stands for many. */
  path: `/${string}`;
  holds: string;
  /** An address of the site, or a file of the repository. */
  schema: string | null;
};

const leaderboardSchema = '/api/v1/leaderboard.schema.json';

/** What `/api/v1/` says of itself. A test holds it against what a build writes. */
export const apiFiles: readonly ApiFile[] = [
  {
    path: '/api/v1/leaderboard.json',
    holds:
      'Every table of the leaderboard with its rows, ranks, intervals, the relation of each pair, and the claims of others.',
    schema: leaderboardSchema,
  },
  { path: '/api/v1/leaderboard.csv', holds: 'The same rows, one a line.', schema: null },
  {
    path: '/api/v1/matrix.json',
    holds:
      'Rows by tasks: passed, failed and errored trials, with difficulty and discrimination of each task; replays left out.',
    schema: '/api/v1/matrix.schema.json',
  },
  {
    path: '/api/v1/servers.json',
    holds:
      'What each server costs without a model: tokens, bytes, calls and times of each task, start and memory.',
    schema: '/api/v1/servers.schema.json',
  },
  {
    path: '/api/v1/capabilities.json',
    holds: 'What each server can do by tools of its own, by scripts alone, or not at all, and why.',
    schema: '/api/v1/capabilities.schema.json',
  },
  {
    path: '/api/v1/channels.json',
    holds: 'Which texts of a page reach who reads it through a server, tool by tool.',
    schema: '/api/v1/channels.schema.json',
  },
  {
    path: '/api/v1/audits.json',
    holds: 'What tried to pass without doing the task, suite by suite on each server, and what had to pass.',
    schema: '/api/v1/audits.schema.json',
  },
  { path: '/api/v1/series.json', holds: 'What each row came to at each commit, oldest first.', schema: null },
  { path: '/api/v1/series.csv', holds: 'The same, one point a line.', schema: null },
  {
    path: '/api/v1/runs/{sha}.json',
    holds:
      'All runs of a commit with every episode, as they were recorded. Of older commits it is in the archive.',
    schema: 'docs/schemas/results.json',
  },
  {
    path: '/api/v1/archive/index.json',
    holds: 'The archives: first and last commit, size and digest of each.',
    schema: null,
  },
  {
    path: '/api/v1/archive/{first}-{last}.jsonl.gz',
    holds:
      'A hundred older commits, a line each without its episodes, then a line an episode with its place; compressed by gzip.',
    schema: null,
  },
  {
    path: '/api/v1/commits/{two digits}.json',
    holds: 'Commits with results whose digest begins so, and their runs.',
    schema: null,
  },
  {
    path: '/api/v1/tasks/{id}.json',
    holds: 'A task with its contract and what became of it, row by row.',
    schema: 'docs/schemas/task.json',
  },
  { path: '/api/v1/tasks/{id}.csv', holds: 'Its outcomes, one a line.', schema: null },
  {
    path: '/api/v1/episodes/index.json',
    holds: 'The runs whose events are kept: commit, file, size and digest of each.',
    schema: null,
  },
  {
    path: '/api/v1/episodes/{run}.jsonl.gz',
    holds: 'What happened in the episodes of a run, an event a line; compressed by gzip.',
    schema: null,
  },
  { path: '/api/v1/search.json', holds: 'What the search looks through.', schema: null },
  {
    path: '/badge.json',
    holds: 'The first row for shields.io; /badges/{id}.json of any row, and both as SVG.',
    schema: null,
  },
  { path: '/feed.xml', holds: 'New results and lasting changes of scores, as Atom.', schema: null },
];
