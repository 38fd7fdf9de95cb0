import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { align } from '../../platform/words/columns.ts';
import { clip } from '../../platform/words/format.ts';
import { CapabilitiesRecord, type CapabilityCell } from '../../results/records/capabilities-record.ts';
import { verdictWords, whyNotNative } from '../../results/records/why-not-native.ts';
import { median } from '../../results/statistics/statistics.ts';
import { emptyWeb, openGuest } from '../../run/episode/open-stage.ts';
import type { Server } from '../../servers/server.ts';
import { openTokenizer } from '../../servers/tokenizer.ts';
import { requiredToolMapping } from '../../servers/tool-mappings/index.ts';
import { readSuites, suitesIn } from '../../task/read-suites.ts';
import { noPatternCheck } from '../../task/read-tasks.ts';
import { type Instance, instanceMaker } from '../../task/templates/make-instances.ts';
import type { ReferenceSolution } from '../../task/walkthroughs/walkthrough.ts';
import { readFixtureSites } from '../../web/fixture-sites.ts';
import type { Measured, MeasurementContext, Subject, Work } from '../measurements/measurement.ts';
import { playWays, type Way, type WayOutcome, waysOf, wordsOfTools } from './ways.ts';

const suiteId = 'gym';

/** A capability test on each seed, and what remains to be tried. */
type Trial = {
  instances: readonly Instance[];
  left: Way[];
  cell: CapabilityCell;
};

type Values = { workers: number; out: string };

export const capabilitiesWork: Work<CapabilitiesRecord, Values> = {
  schema: CapabilitiesRecord,
  open: async (around, values) => {
    const { project } = around;
    const suite = suitesIn(await readSuites(project.suites, noPatternCheck)).get(suiteId);
    if (!suite) throw new UserError(`missing suite ${suiteId} in ${project.suites.join(', ')}`);
    const { id, hosts, edition, templates = [], seeds = [] } = suite;
    const { sha256 } = await readFixtureSites(project.webRoots.map((folder) => ({ folder, hosts })));
    const instances = await instanceMaker(project).make(templates, seeds);
    return async (subject) => ({
      suite: { id, edition, webSha256: sha256 },
      seeds: [...seeds],
      ...(await measure(subject, { ...around, ...values, seeds, instances })),
    });
  },
  differ: (stored, found) => {
    const before = new Map(stored.cells.map((cell) => [cell.capability, cell.verdict]));
    return found.cells.flatMap(({ capability, verdict }) => {
      const old = before.get(capability);
      return old === verdict ? [] : [`${capability}: got ${verdict}; stored: ${old ?? 'nothing'}`];
    });
  },
  table: tableOf,
};

/**
 * Tries each capability on a server: first solution paths with its own tools, then paths with its script tool. Each path runs
 * on the first seed and, if it passes, on the others, until one path passes on all. Throws `UserError`.
 */
async function measure(
  { choice, server }: Subject,
  around: MeasurementContext & Values & { seeds: readonly number[]; instances: readonly Instance[] },
): Promise<Pick<Measured<CapabilitiesRecord>, 'version' | 'tokenizer' | 'words' | 'cells'>> {
  const { seeds, instances: made, only, log } = around;
  const mapping = requiredToolMapping(server, 'capabilities');
  const { countTokens, ...tokenizer } = await openTokenizer();
  const byTemplate = [...Map.groupBy(made, ({ template }) => template.id).values()];
  const trials = byTemplate.flatMap((instances): Trial[] => {
    const [first] = instances;
    const capability = first?.template.capabilities[0];
    if (!first || !capability || (only.length > 0 && !only.includes(capability))) return [];
    const { ways, missing } = waysOf(first.template.walkthroughs(first.drawn), mapping);
    return [{ instances, left: ways, cell: emptyCell(capability, first.template.title, missing) }];
  });
  if (trials.length === 0)
    throw new UserError(
      `--capability: got ${only.join(', ')}; expected some of ${made.flatMap(({ template }) => template.capabilities[0]).join(', ')}`,
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
  return { version, tokenizer, words, cells: trials.map(({ cell }) => cell) };

  function play(open: readonly Trial[], from: number, to: number, name: string) {
    const ways = new Map<string, ReferenceSolution>(
      open.flatMap(({ instances, left: [way] }) =>
        instances.slice(from, to).flatMap(({ template, drawn, task }) => {
          const steps =
            way &&
            waysOf(template.walkthroughs(drawn), mapping).ways.find(({ nth }) => nth === way.nth)?.steps;
          return steps ? [[task.id, steps] as const] : [];
        }),
      ),
    );
    return playWays(ways, {
      ...around,
      ...{ suite: suiteId, countTokens },
      choice,
      out: path.join(around.out, server.id, name),
    });
  }
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
  played: ReadonlyMap<string, WayOutcome>,
  from: number,
  to: number,
): boolean {
  return instances.slice(from, to).every(({ task }) => played.get(task.id)?.status === 'passed');
}

/** Records the outcome of the current path. */
function settle(trial: Trial, played: ReadonlyMap<string, WayOutcome>, seeds: readonly number[]): void {
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
    why: clip(bad?.why ?? '', 300),
  });
}

/** A server must not be reported as lacking a tool that its own list contains. */
function checkMissing(
  { capability, missing }: CapabilityCell,
  words: readonly string[],
  { id }: Server,
): void {
  for (const { verb, lacks, fails } of missing) {
    const named = lacks === null ? undefined : words.find((word) => new RegExp(lacks, 'i').test(word));
    if (named !== undefined)
      throw new Error(
        `${id}: ${capability}: ${verb}: the data says it lacks /${lacks}/i, but its tools have "${named}"`,
      );
    if (fails !== null && !words.includes(fails))
      throw new Error(
        `${id}: ${capability}: ${verb}: the data says its tool ${fails} fails, but it has no such tool`,
      );
  }
}

async function ownListOf(
  server: Server,
  { chromium, project }: MeasurementContext,
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

/** One line for each capability, one column for each server; then the reasons why a server lacks a capability. */
function tableOf(records: readonly CapabilitiesRecord[]): string[] {
  const [first] = records;
  if (!first) return [];
  const head = ['capability', ...records.map(({ server }) => `${server.id} ${server.version}`)];
  const cellOf = ({ cells }: CapabilitiesRecord, id: string) =>
    cells.find(({ capability }) => capability === id);
  const rows = first.cells.map(({ capability }) => [
    capability,
    ...records.map((record) => {
      const cell = cellOf(record, capability);
      return cell ? verdictWords[cell.verdict] : '';
    }),
  ]);
  const whys = records.flatMap(({ server, cells }) =>
    cells
      .filter(({ verdict }) => verdict !== 'native')
      .flatMap((cell) => whyNotNative(cell).map((why) => `${server.id}: ${cell.capability}: ${why}`)),
  );
  return [...align([head, ...rows]), '', ...whys];
}
