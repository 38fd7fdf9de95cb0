import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Chromium } from '../../browser/chromium/find-chromium.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Project } from '../../platform/project.ts';
import type { CapabilitiesRecord, CapabilityCell } from '../../results/records/capabilities-record.ts';
import { recordedServerId } from '../../results/records/custom-server.ts';
import { median } from '../../results/statistics/statistics.ts';
import { emptyWeb, openGuest } from '../../run/episode/open-guest.ts';
import type { Dialect } from '../../servers/dialects/dialect.ts';
import { dialectOf, noDialect } from '../../servers/dialects/index.ts';
import { packageOf, type ServerChoice } from '../../servers/index.ts';
import type { Server } from '../../servers/server.ts';
import { wordsOfTools } from '../../servers/words-of-tools.ts';
import type { Suite } from '../../task/suite.ts';
import type { Instance } from '../../task/templates/instance.ts';
import type { InstanceMaker } from '../../task/templates/make-instances.ts';
import type { Walkthrough } from '../../task/walkthroughs/walkthrough.ts';
import { openTokenizer } from '../costs/tokenizer.ts';
import { type Played, playWays } from './play-ways.ts';
import { type Way, waysOf } from './ways.ts';

type Around = {
  project: Project;
  suite: Suite;
  webSha256: string;
  maker: InstanceMaker;
  /** Of capabilities; empty: all. */
  only: readonly string[];
  chromium: Chromium;
  sha: string | null;
  out: string;
  workers: number;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  log(line: string): void;
};

/** A drill on each seed, and what is left to be tried of it. */
type Trial = {
  instances: readonly Instance[];
  left: Way[];
  cell: CapabilityCell;
};

/**
 * Tries each capability on a server: ways by its own tools first, then those by its script tool, each on the first seed
 * and, where it passes there, on the others, until one passes on all. `choice` is how it was asked for, with its version. Throws `UserError` for a server without a dialect.
 */
export async function measureCapabilities(
  choice: ServerChoice,
  server: Server,
  around: Around,
): Promise<CapabilitiesRecord> {
  const dialect = dialectFor(server);
  const { suite, maker, only, chromium, sha, log } = around;
  const seeds = suite.seeds ?? [];
  const { countTokens, ...tokenizer } = await openTokenizer();
  const made = await maker.make(suite.templates ?? [], seeds);
  const byTemplate = [...Map.groupBy(made, ({ template }) => template.id).values()];
  const trials = byTemplate.flatMap((instances): Trial[] => {
    const [first] = instances;
    const capability = first?.template.capabilities[0];
    if (!first || !capability || (only.length > 0 && !only.includes(capability))) return [];
    const { ways, missing } = waysOf(first.template.walkthroughs(first.drawn), dialect);
    return [{ instances, left: ways, cell: emptyCell(capability, first.template.title, missing) }];
  });
  if (trials.length === 0)
    throw new UserError(
      `--capability: found ${only.join(', ')}; there is ${made.flatMap(({ template }) => template.capabilities[0]).join(', ')}`,
    );
  for (let round = 1; trials.some(({ left }) => left.length > 0); round += 1) {
    const open = trials.filter(({ left }) => left.length > 0);
    log(`${server.id}: ${open.length} capabilities, way ${round}`);
    const heads = await play(open, 0, 1, `${round}-first`);
    const promising = open.filter((trial) => isPassed(trial, heads, 0, 1));
    const rest = await play(promising, 1, seeds.length, `${round}-rest`);
    for (const trial of open) settle(trial, new Map([...heads, ...rest]), seeds);
  }
  const { version, words } = await ownListOf(server, around);
  for (const { cell } of trials) checkMissing(cell, words, server);
  return {
    schema: 'contract-bench.capabilities.v1',
    server: { id: recordedServerId(server), title: server.title, package: packageOf(server), version },
    browser: `Chromium ${chromium.version}`,
    sha,
    at: new Date().toISOString(),
    suite: { id: suite.id, edition: suite.edition, webSha256: around.webSha256 },
    seeds: [...seeds],
    tokenizer,
    words,
    cells: trials.map(({ cell }) => cell),
  };

  function play(open: readonly Trial[], from: number, to: number, name: string) {
    const ways = new Map<string, Walkthrough>(
      open.flatMap(({ instances, left: [way] }) =>
        instances.slice(from, to).flatMap(({ template, drawn, task }) => {
          const steps =
            way &&
            waysOf(template.walkthroughs(drawn), dialect).ways.find(({ nth }) => nth === way.nth)?.steps;
          return steps ? [[task.id, steps] as const] : [];
        }),
      ),
    );
    return playWays(ways, {
      ...around,
      ...{ suite: suite.id, countTokens },
      choice,
      out: path.join(around.out, server.id, name),
    });
  }
}

function dialectFor(server: Server): Dialect {
  const dialect = dialectOf(server);
  if (!dialect) throw new UserError(`capabilities: ${noDialect(server)}`);
  return dialect;
}

function emptyCell(capability: string, title: string, missing: CapabilityCell['missing']): CapabilityCell {
  return {
    capability,
    title,
    verdict: 'cannot',
    way: null,
    tools: [],
    calls: null,
    bytes: null,
    tokens: null,
    missing,
    failed: [],
  };
}

function isPassed(
  { instances }: Trial,
  played: ReadonlyMap<string, Played>,
  from: number,
  to: number,
): boolean {
  return instances.slice(from, to).every(({ task }) => played.get(task.id)?.status === 'passed');
}

/** Takes what became of the way that comes first. */
function settle(trial: Trial, played: ReadonlyMap<string, Played>, seeds: readonly number[]): void {
  const { instances, cell } = trial;
  const way = trial.left.shift();
  if (!way) return;
  const found = instances.flatMap(({ task }) => played.get(task.id) ?? []);
  if (isPassed(trial, played, 0, seeds.length)) {
    trial.left = [];
    cell.verdict = way.by === 'tools' ? 'native' : 'script';
    cell.way = way.nth;
    cell.tools = [...new Set(found.flatMap(({ tools }) => tools))];
    cell.calls = median(found.map(({ calls }) => calls));
    cell.bytes = median(found.map(({ bytes }) => bytes));
    cell.tokens = median(found.map(({ tokens }) => tokens));
    return;
  }
  const at = instances.findIndex(({ task }) => played.get(task.id)?.status !== 'passed');
  const bad = found[at];
  cell.failed.push({
    way: way.nth,
    by: way.by,
    seed: seeds[at] ?? 0,
    status: bad?.status ?? 'not played',
    tool: bad?.lastTool ?? null,
    why: (bad?.why ?? '').slice(0, 300),
  });
}

/** A server is not said to lack what its own list names. */
function checkMissing(
  { capability, missing }: CapabilityCell,
  words: readonly string[],
  { id }: Server,
): void {
  for (const { verb, lacks, fails } of missing) {
    const named = lacks === null ? undefined : words.find((word) => new RegExp(lacks, 'i').test(word));
    if (named !== undefined)
      throw new Error(
        `${id}: ${capability}: ${verb}: it is said to lack /${lacks}/i, and its tools have "${named}"`,
      );
    if (fails !== null && !words.includes(fails))
      throw new Error(`${id}: ${capability}: ${verb}: its tool ${fails} is said to fail, and there is none`);
  }
}

async function ownListOf(
  server: Server,
  { chromium, project }: Around,
): Promise<{ version: string; words: string[] }> {
  await using guest = await openGuest({
    server,
    chromium,
    web: emptyWeb,
    mark: `capabilities-${randomUUID()}`,
    hidden: { checkout: project.checkout, answers: [] },
  });
  return { version: guest.server.version, words: wordsOfTools(guest.server.tools, server) };
}
