import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { digest } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { align } from '../../platform/words/columns.ts';
import { clip } from '../../platform/words/format.ts';
import type { CapabilityCell } from '../../results/records/capabilities-record.ts';
import { Capabilities } from '../../results/records/parts/capabilities.ts';
import { verdictWords, whyNotNative } from '../../results/records/why-not-native.ts';
import { median } from '../../results/statistics/statistics.ts';
import { defaultWorkers } from '../../run/default-workers.ts';
import { openTokenizer } from '../../servers/tokenizer.ts';
import { requiredToolMapping } from '../../servers/tool-mappings/index.ts';
import { taskSha256 } from '../../task/given.ts';
import { readSuites, suitesIn } from '../../task/read-suites.ts';
import { noPatternCheck } from '../../task/read-tasks.ts';
import { type Instance, instanceMaker } from '../../task/templates/make-instances.ts';
import type { ReferenceSolution } from '../../task/walkthroughs/walkthrough.ts';
import { readFixtureSites } from '../../web/fixture-sites.ts';
import { introduce } from '../introduce.ts';
import type { MeasurementContext, Subject } from '../measurements/measurement.ts';
import type { PartWork } from '../parts/part.ts';
import { playWays, type Way, type WayOutcome, waysOf, wordsOfTools } from './ways.ts';

const suiteId = 'gym';

/** A capability test on each seed, and what remains to be tried. */
type Trial = {
  instances: readonly Instance[];
  left: Way[];
  cell: CapabilityCell;
};

export const capabilitiesWork: PartWork<Capabilities> = {
  schema: Capabilities,
  open: async (around) => {
    const { project } = around;
    const suite = suitesIn(await readSuites(project.suites, noPatternCheck)).get(suiteId);
    if (!suite) throw new UserError(`missing suite ${suiteId} in ${project.suites.join(', ')}`);
    const { id, hosts, edition, templates = [], seeds: all = [] } = suite;
    const { sha256 } = await readFixtureSites(project.webRoots.map((folder) => ({ folder, hosts })));
    const made = await instanceMaker(project).make(templates, all);
    // All seeds, also where only the first is played.
    const exercises = made.map(({ task }) => taskSha256(task));
    return async (subject) => {
      const seeds = subject.isEarlier ? all.slice(0, 1) : [...all];
      const instances = made.filter(({ seed }) => seeds.includes(seed));
      return {
        editionSha256: digest([id, edition, sha256, exercises]),
        suite: { id, edition, webSha256: sha256 },
        seeds,
        ...(await measure(subject, { ...around, seeds, instances })),
      };
    };
  },
  differ: (stored, found) => {
    const before = new Map(stored.cells.map((cell) => [cell.capability, cell.verdict]));
    return found.cells.flatMap(({ capability, verdict }) => {
      const old = before.get(capability);
      return old === verdict ? [] : [`${capability}: got ${verdict}; stored: ${old ?? 'nothing'}`];
    });
  },
  lines,
};

/**
 * Tries each capability on a server: first solution paths with its own tools, then paths with its script tool. Each path runs
 * on the first seed and, if it passes, on the others, until one path passes on all. Throws `UserError`.
 */
async function measure(
  subject: Subject,
  around: MeasurementContext & { seeds: readonly number[]; instances: readonly Instance[] },
): Promise<Pick<Capabilities, 'tokenizer' | 'words' | 'cells'>> {
  const { choice, server } = subject;
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
      `--cell: got ${only.join(', ')}; expected some of ${made.flatMap(({ template }) => template.capabilities[0]).join(', ')}`,
    );
  for (let round = 1; trials.some(({ left }) => left.length > 0); round += 1) {
    const open = trials.filter(({ left }) => left.length > 0);
    log(`capabilities: ${server.id}: ${open.length} left, way ${round}`);
    const heads = await play(open, 0, 1, `${round}-first`);
    const promising = open.filter((trial) => isPassed(trial, heads, 0, 1));
    const rest = await play(promising, 1, seeds.length, `${round}-rest`);
    for (const trial of open) settle(trial, new Map([...heads, ...rest]), seeds);
  }
  around.signal.throwIfAborted();
  const lost = whyLost(trials.map(({ cell }) => cell));
  if (only.length === 0 && lost !== null) throw new Error(lost);
  const { tools } = await introduce(server, around, `capabilities-${randomUUID()}`);
  const words = wordsOfTools(tools, server);
  for (const { cell } of trials) checkMissing(cell, words, subject);
  return { tokenizer, words, cells: trials.map(({ cell }) => cell) };

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
      out: path.join(around.project.reports, 'capabilities', server.id, name),
      workers: defaultWorkers,
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

/** Why a server that dies or hangs in every test has no capabilities; null if one test was played. */
export function whyLost(cells: readonly Pick<CapabilityCell, 'verdict' | 'failed'>[]): string | null {
  const failed = cells.flatMap((cell) => cell.failed);
  const [first] = failed;
  const isLost = failed.every(({ status, tool }) => status === 'tool_error' || tool === null);
  if (!first || !isLost || cells.some(({ verdict }) => verdict !== 'cannot')) return null;
  return `no capability could be tested: ${first.why || first.status}`;
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

/**
 * A server must not be reported as lacking a tool that its own list contains. For the pinned release that is a mistake of the
 * data; other releases and variants have other tools, which the tool mapping does not know.
 */
function checkMissing(
  { capability, missing }: CapabilityCell,
  words: readonly string[],
  { choice, server: { id }, isEarlier = false }: Subject,
): void {
  const isOther = isEarlier || choice.server.includes('+');
  for (const each of missing) {
    const { verb, lacks, fails } = each;
    const named = lacks === null ? undefined : words.find((word) => new RegExp(lacks, 'i').test(word));
    const isAbsent = fails !== null && !words.includes(fails);
    if (named === undefined && !isAbsent) continue;
    const wrong =
      named === undefined
        ? `its tool list has no ${fails}`
        : `its tool list has "${named}", which was not tried`;
    if (!isOther)
      throw new Error(
        `${id}: ${capability}: ${verb}: ${named === undefined ? `the data says its tool ${fails} fails` : `the data says it lacks /${lacks}/i`}, but ${wrong}`,
      );
    Object.assign(each, { why: `${each.why}; ${wrong}`, lacks: null, fails: null });
  }
}

/** One line for each capability; then the reasons why the server lacks one. */
function lines({ cells }: Capabilities): string[] {
  const rows = cells.map(({ capability, verdict }) => [capability, verdictWords[verdict]]);
  const whys = cells
    .filter(({ verdict }) => verdict !== 'native')
    .flatMap((cell) => whyNotNative(cell).map((why) => `${cell.capability}: ${why}`));
  const natives = cells.filter(({ verdict }) => verdict === 'native').length;
  return [...align(rows), ...whys, `${natives} of ${cells.length} by its own tools`];
}
