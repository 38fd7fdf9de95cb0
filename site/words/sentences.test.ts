import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync(
  [
    'site/**/*.{astro,ts}',
    'harness/publish/site/*.ts',
    'harness/results/records/references.ts',
    'package.json',
  ],
  {
    cwd: root,
  },
).filter((file) => !file.endsWith('.test.ts'));
const texts = files.map((file) => readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' '));

/** Sentences that stood on the site and were false, each with the words by which it would be found again. */
const falseSentences: [what: string, sentence: string, words: RegExp][] = [
  [
    'replays of recordings that are not of today',
    'recorded tool calls by one policy. Here the recordings are replayed.',
    /recordings are replayed/i,
  ],
  [
    'a winner by tokens of answers alone',
    'agent-browser answered with the fewest tokens: 0.38 times those of Playwright MCP',
    /answered with the fewest|times those of/i,
  ],
  [
    'most tasks are judged by the state of their sites',
    'Browser agents, judged by what the browser shows',
    /judged by what the browser shows|against what the harness itself sees of the browser\./i,
  ],
  [
    'the report of an agent beside the count of a judge',
    'notte says 86.2 % by the report of its own agent. Recomputed it is 76.2 % by its own judge',
    /Recomputed[^.]* it is/i,
  ],
  [
    'one width for all rows of a table',
    'Rows closer than about 12 points are not told apart here',
    /closer than about/i,
  ],
  [
    'numbers that are of more files than results',
    'Every number here is computed from the result files of the repository.',
    /computed from the result files/i,
  ],
  ['every reading tool is called', 'Each of its reading tools is called', /each of its reading tools/i],
  ['a replay as the state of a task', 'Last replay: not played', /last replay/i],
  ['scores that are of agents alone', 'Scores of browser agents', /scores of browser agents/i],
  [
    'an audit of the town by continuous integration',
    'Continuous integration plays this audit on Playwright MCP again',
    /plays this audit/i,
  ],
  ['an identifier in prose', 'RowDifference is what is at least half an episode', /RowDifference is/],
  [
    '2,000 seeds of every case',
    'with {formatCount(simulations.seeds)} seeds a case',
    /with \{[^}]*seeds\)\} seeds a case/,
  ],
  [
    'requests that are matched with those of the browser',
    'The hermetic web matches each request that it answers with one that left the browser.',
    /matches each request/i,
  ],
  [
    'one second observation for every task',
    'in a second observation, in a browser that neither agent nor server ever touched',
    /ever touched/i,
  ],
  ['tampered controls, all of them', 'The controls above are.', /controls above are\./i],
  [
    'durations that are never set side by side',
    'set side by side only for one worker',
    /only for one worker/i,
  ],
  [
    'intervals of medians on pages',
    'with the 95 % order-statistic interval where each task was tried once',
    /(with|has) (the|its) 95 % order-statistic/i,
  ],
  ['a key without the kind', 'Suite, replay or model, web, tasks, pages', /Suite, replay or model, web/i],
  [
    'rows without two runs, where earlier rounds have them',
    'No row has two runs yet.',
    /no row has two runs/i,
  ],
  [
    'reference solutions with scripts',
    'Each server plays reference solutions of the same tasks with its own tools',
    /plays reference solutions of the same tasks with its own tools/,
  ],
  [
    'a row without its key',
    'No row of the current leaderboard has two runs yet.',
    /No row of the current leaderboard has two runs/,
  ],
  [
    'earlier runs that are incomplete',
    'No run of this commit has an earlier run of the same row.',
    /have an earlier run of the same row|has an earlier run of the same row/,
  ],
  [
    'a run that a board lists without a row',
    'This run is in the history, but not on the leaderboard.',
    /in the history, but not on the leaderboard/,
  ],
  [
    'commands of earlier versions',
    'capabilities --write tests the servers',
    /(?<!only )(?:capabilities|channels) --write/,
  ],
  ['why a run is a part', 'title="Only some tasks of the suite were asked for"', /title="Only some tasks/],
  ['a claim and a part of a suite had other tasks', 'All had the same tasks.', /All had the same tasks\./],
  [
    'what no row is',
    'Each row is an agent, a model or a set of simple rules on one suite',
    /each row is an agent, a model or a set/i,
  ],
  ['what a badge holds', 'The first row for shields.io', /the first row for shields/i],
  [
    'who is measured',
    'Servers, agents and models on the same tasks',
    /servers, agents and models on the same tasks/i,
  ],
  ['whose notes these are', "everybody ? 'everybody' : nobody ? 'nobody'", /\? 'everybody' :/],
  ['intervals of all', 'held, with two 95 % intervals', /held, with two 95 % intervals/],
  [
    'one trial agrees with itself',
    'and all trials of every task agree: no',
    /all trials of every task agree/,
  ],
  [
    'flags that are none of its defaults',
    'Each server runs with its default flags',
    /runs with its default flags/,
  ],
  ['whose memory', '>Memory, MB<', /['>]Memory, MB/],
  ['numbers of one reading', '<dt>Hidden texts it hands over</dt>', /hidden texts it hands over</i],
  ['what is not typed', 'What was typed:', /what was typed:/i],
  ['what is solid', "' Solid: other tasks, pages", /' (solid|dashed):/i],
  ['the kind of what', 'The newest of its kind: oracle', /newest of its kind/i],
  ['rounding', '{printed.toFixed(1)} %', /\.toFixed\(1\)\} ?%/],
  [
    'what is judged by an answer',
    'judged by what changed on the sites or by what the browser shows',
    /what changed on the sites,? or (by |against )?what/i,
  ],
  ['the server in a key', '(tasks, pages, prompt, server, limits', /prompt, server, limits/],
  ['which rows a matrix has', 'shows the result of each row on each task', /result of each row on each/],
  ['the runs of a list', 'All runs are listed', /all runs are listed/i],
  [
    'the sign of a busy machine',
    'Measured beside other work; its own page names the other work',
    /beside other work|names the other work/i,
  ],
  [
    'groups counted as rounds',
    'plural(standings.length - trends.length, "earlier round")',
    /length - \w+\.length, ["']earlier round/,
  ],
  ['what no suite holds for all', 'models: the same tasks for all, judged', /the same tasks for all/i],
  [
    'attempts that count although they cannot pass',
    'An attempt does not count as an attack if the control did nothing that could have passed.',
    /did nothing that could have passed/i,
  ],
  ['which attempts are counted', 'Only attacks are counted.', /only attacks are counted/i],
  [
    'what every control knows',
    'Others know the contract and the recorded answer',
    /and the recorded answer/i,
  ],
  [
    'tasks of the town that ask for an answer',
    'tracker) are judged by what changed on the sites. Correct solutions',
    /are judged by what changed on the sites\. Correct/,
  ],
  ['an audit without its edition', 'Results of the last audit', /results of the last audit/i],
  [
    'a difference of two counts as attempts',
    'Attempts that only a reference solution passes, not the best simple rule',
    /only a reference solution passes/i,
  ],
  ['which servers were tested', "words: 'capabilities tested on each'", /capabilities tested on each/],
  [
    'a state that is judged once',
    'The harness checks an outcome three times:',
    /checks an outcome three times/,
  ],
  ['rows of earlier rounds', 'Agents and models have no results yet.', /models have no results/i],
  ['marks of templates', 'Each mark is a task or a template:', /each mark is a task or a template/i],
  ['a figure by its place', 'const [attacks] = figures;', /\[attacks\] = /],
  ['disputes of other projects', 'has been disputed yet', /has been disputed/i],
  [
    'limits, which begin no earlier round',
    'other tasks, pages, prompts or limits, or another judge',
    /prompts or limits,? or (another|the) judge|pages, prompts?, limits (or|and) judge/i,
  ],
  [
    'the order of the runs of a commit',
    'Below each commit are its newest runs',
    /commit are its newest runs/i,
  ],
  [
    'which commits have pages',
    'Only the newest 200 commits have full pages',
    /only the newest \$?\{?\w+\}? commits/i,
  ],
  ['what "alone" leaves out', 'The contract alone decides', /the contract alone decides/i],
  [
    'solutions of each server',
    'The same solutions are played with the tools',
    /the same solutions are played/i,
  ],
  ['what numbers depend on', 'so the numbers describe only the servers', /describe only the servers/i],
  ['passes and statuses', 'Every task ended as before.', /every task ended as before/i],
  ['what differs if no call does', 'Only the pages differed.', /only the pages differed/i],
  [
    'which files have every number',
    'Every number on this site is also in a file',
    /every number on this site/i,
  ],
  ['agents without an attested row', 'No agent has played yet', /no agent has played yet/i],
  [
    'points that a figure leaves out',
    'because no row has been measured at two commits yet',
    /(been|not) measured at two commits/i,
  ],
  ['a new tab as a browser', 'observed again by a second browser', /by a second browser/i],
  [
    'runs without a row',
    'No earlier run has the same comparability key (suite, tasks, pages',
    /no earlier run has the same/i,
  ],
  ['two words for one web', 'Town, {web} web, 1 trial a task', /(sealed|\{(group\.)?web\}) web\b/i],
  ['targets without a network', 'All targets are listeners of the harness', /all targets are listeners/i],
  ['roads without a target', 'Each target is tried on each road.', /each target is tried on each road\./i],
  ['texts that the record cuts', 'the record has up to 2,000 characters of it', /up to 2,000 characters/i],
  ['steps without a tool', 'the tool that runs scripts does it.', /tool that runs scripts does it/i],
  ['traps that were not asked', 'Each trap has its call, the answer', /each trap has its call/i],
  ['a trap with two calls', 'A trap is a page, one call, and the state', /a trap is a page, one call/i],
  [
    'an effect that is not the asked one',
    'reports success though nothing was done',
    /though nothing was done/i,
  ],
  ['tasks of one template', 'Each line is a task; its marks', /each line is a task/i],
  [
    'recordings that were made again',
    'The row has no interval, because every run makes the same calls',
    /(every run|a replay) makes the same calls/i,
  ],
  [
    'rows with more than one comparability key',
    'No earlier complete run belongs to the same row',
    /earlier complete run (belongs to|of) the same row/i,
  ],
];

test.each(falseSentences)('no page says it: %s', (_, sentence, words) => {
  expect(sentence).toMatch(words);
  expect(files.filter((__, at) => words.test(texts[at] ?? ''))).toEqual([]);
});

/** What must be said beside a number, and where. */
const trueSentences: [file: string, words: RegExp][] = [
  [
    'harness/publish/site/site-settings.ts',
    /judged by what changed on the sites, what the browser shows, or the answer that a task asks for/,
  ],
  ['site/pages/agents/index.astro', /by what the browser shows, or by the answer that the task asks for/],
  [
    'site/pages/evidence/method/index.astro',
    /against what the harness itself sees of the browser, or against the answer that the task asks for/,
  ],
  [
    'site/pages/evidence/method/index.astro',
    /kind of row \(replay, control, baseline, oracle, model or agent\)/,
  ],
  ['site/pages/evidence/method/index.astro', /with up to \{formatCount\(simulations\.seeds\)\} seeds a case/],
  [
    'site/pages/evidence/method/index.astro',
    /Charts over time and the pages of tasks also show the durations of other runs/,
  ],
  ['site/pages/agents/over-time/index.astro', /runs on a busy machine are drawn as well/],
  ['site/components/DurationPlot.astro', /runs on a busy machine are shown too/],
  [
    'site/pages/evidence/index.astro',
    /<code>verify: live<\/code>.*<code>verify: state<\/code> a task is judged once/,
  ],
  ['site/pages/evidence/index.astro', /process made each connection to the hermetic web/],
  ['site/pages/evidence/index.astro', /newest run that has one\..*newest such run of a baseline/],
  ['site/pages/servers/can-do/index.astro', /The page of each server has its command line/],
  ['site/pages/servers/can-do/index.astro', /Another solution may/],
  ['site/pages/servers/[id]/index.astro', /Started as <code>/],
  ['site/pages/servers/[id]/index.astro', /not measured: \{unmeasured/],
  ['site/pages/servers/[id]/index.astro', /in the answer of its usual reading tool.*in any answer/],
  ['site/components/ServerTable.astro', /in the answer of the usual reading tool/],
  ['site/pages/servers/index.astro', /without the browser/],
  ['site/pages/servers/compare/index.astro', /\{hasGap && 'A dash means that the value was not measured/],
  ['site/pages/index.astro', /This command plays .*the suite/],
  ['site/components/StandingTable.astro', /of \$\{alike.length\} such claims/],
  ['site/pages/servers/hidden-text/index.astro', /in any answer/],
];

test.each(trueSentences)('%s says %s', (file, words) => {
  expect(texts[files.indexOf(file)]).toMatch(words);
});

test('continuous integration plays the audits that the page of the evidence names: without --suite, those without templates', () => {
  const steps = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8').match(/run: .*\baudit\b.*/g);
  expect(steps).toEqual(['run: npm run harness -- audit --mutate --check']);
});

/** Text of a template that stands as it is, without tags, scripts and computed parts. */
function proseOf(file: string): string {
  let text = readFileSync(join(root, file), 'utf8')
    .replace(/^---.*?\n---/s, '')
    .replace(/<(script|style|code)\b.*?<\/\1>/gs, ' ');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\{[^{}]*\}/g, ' ');
  }
  return text.replace(/<[^<>]*>/g, ' ');
}

test('no prose names a type of the code', () => {
  const names = new Set(['GitHub', 'DevTools', 'WebVoyager', 'McNemar']);
  const found = files
    .filter((file) => file.endsWith('.astro'))
    .flatMap((file) => proseOf(file).match(/\b[A-Z][a-z]+[A-Z]\w+/g) ?? [])
    .filter((word) => !names.has(word));
  expect(found).toEqual([]);
});

test('no caption of a table with roles holds a link: a table owns rows alone', () => {
  const found = files.filter((_, at) =>
    [...(texts[at] ?? '').matchAll(/<table role="table"[^>]*>\s*<caption.*?<\/caption>/g)].some(([caption]) =>
      /<(a|button) /.test(caption),
    ),
  );
  expect(found).toEqual([]);
});
