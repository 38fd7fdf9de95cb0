import { existsSync } from 'node:fs';
import * as z from 'zod';
import type { Outcome } from '../../judge/outcome.ts';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { oneLine } from '../../platform/errors/one-line.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { ownOf } from '../../platform/words/known-names.ts';
import { ownId } from '../records/custom-id.ts';
import { eventsFileOf, mayLackEvents, readEvents } from '../records/kept-events.ts';
import { pictureFileOf, shownPictures } from '../records/kept-pictures.ts';
import type { Result, Run } from '../records/result.ts';
import { Tokens } from '../records/run-identity.ts';
import { clauseTrack } from '../story/clause-track.ts';
import { ContractEval } from '../story/story.ts';
import { differences, show } from './differences.ts';
import { decidedAgain, nameOf } from './run-contradictions.ts';

const count = z.int().nonnegative();
const ms = z.number().nonnegative();
const ended = {
  atMs: ms,
  status: z.string(),
  /** Absent in events from before November 2026, like the following fields. */
  answer: z.string().nullable().optional(),
  tokens: Tokens.nullable().optional(),
  usd: z.number().nonnegative().nullable().optional(),
  requests: count.nullable().optional(),
  answered: z.string().nullable().optional(),
};

/** The events that determine a row, each with the fields that do. */
const KeptEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('episode_start'), server: z.string(), adapter: z.string(), web: z.string() }),
  z.object({ type: z.literal('tool_call'), seq: count, tool: z.string() }),
  z.object({
    type: z.literal('tool_result'),
    seq: count,
    tool: z.string(),
    isError: z.boolean(),
    bytes: count,
    durationMs: ms,
  }),
  z.object({ type: z.literal('model_turn'), tokens: Tokens.nullable(), usd: ms.nullable() }),
  ContractEval,
  z.object({ type: z.literal('request_miss'), url: z.string() }),
  z.object({ type: z.literal('unmatched_request') }),
  z.object({ type: z.literal('stop'), reason: z.string() }),
  z.object({ type: z.literal('task_passed'), ...ended }),
  z.object({ type: z.literal('task_failed'), ...ended }),
  z.object({ type: z.literal('cut') }),
]);
type KeptEvent = z.infer<typeof KeptEvent>;
type EventOf<Type extends KeptEvent['type']> = Extract<KeptEvent, { type: Type }>;

const types: ReadonlySet<string> = new Set(KeptEvent.options.map(({ shape }) => shape.type.value));
const Placed = z.object({ runId: z.string(), taskId: z.string(), trial: z.int(), type: z.string() });

/** The stored files of a run: its shown pictures, the contradictions in `file`, and notes on missing files. */
export type KeptBeside = { file: string; pictures: Set<string>; faults: string[]; notes: string[] };

/** Reads the stored events of a run and compares its rows with them. */
export function keptBeside(resultsDir: string, run: Run): KeptBeside {
  const file = eventsFileOf(resultsDir, run.runId);
  const kept: KeptBeside = { file, pictures: new Set(), faults: [], notes: [] };
  const isMissing = (what: string, by: string) =>
    kept.notes.push(`not checked: ${what}: is missing, and ${by}`);
  try {
    const text = readEvents(resultsDir, run);
    if (text === null) {
      if (run.eventsSha256 !== undefined) isMissing(file, `run ${run.runId} names it`);
      return kept;
    }
    kept.pictures = shownPictures(run, text);
    for (const picture of [...kept.pictures].map((each) => pictureFileOf(resultsDir, each)))
      if (!existsSync(picture)) isMissing(picture, `the events of run ${run.runId} name it`);
    const faults = eventContradictions(run, text).map(oneLine);
    const more = faults.length - mostFaults;
    kept.faults = more > 0 ? [...faults.slice(0, mostFaults), `and ${more} more`] : faults;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    kept.faults = [error.message.replace(`${file}: `, '')];
  }
  return kept;
}

/** The maximum number of faults reported for one run. */
const mostFaults = 20;

/** Differences between the stored events of a run and its rows: `<task>: <field>: the row has x, its events have y`. */
export function eventContradictions(run: Run, text: string): string[] {
  const { byEpisode, faults } = eventsByEpisode(run, text);
  const ends = new Map<Result, EventOf<'task_passed' | 'task_failed'>>();
  const ofEpisodes = run.episodes.flatMap((result) => {
    const attempts = attemptsIn(byEpisode.get(keyOf(result)) ?? []);
    const events = attempts.pop();
    if (!events)
      return mayLackEvents(run.config, result) ? [] : [`${nameOf(result)}: its events are missing`];
    const end = endOf(events);
    if (end) ends.set(result, end);
    return [
      ...attempts
        .filter((each) => !wasBrokenOff(each, run))
        .map(() => 'attempts: its events contain two that ended'),
      ...episodeContradictions(run, result, events),
    ].map((what) => `${nameOf(result)}: ${what}`);
  });
  return [...faults, ...ofEpisodes, ...modelContradictions(run, [...ends.values()])];
}

function keyOf({ taskId, trial }: Pick<Result, 'taskId' | 'trial'>): string {
  return `${trial} ${taskId}`;
}

function eventsByEpisode(run: Run, text: string) {
  const byEpisode = new Map<string, KeptEvent[]>();
  const known = new Set(run.episodes.map(keyOf));
  const faults: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const raw = jsonOrUndefined(line);
    const at = `line ${index + 1}`;
    const placed = Placed.safeParse(raw).data;
    if (!placed) faults.push(`${at}: not an event of an episode`);
    else if (placed.runId !== run.runId) faults.push(`${at}: runId: is of run ${show(placed.runId)}`);
    // Episodes that were playing when a run was interrupted have no row.
    else if (!known.has(keyOf(placed)) && run.complete)
      faults.push(`${at}: is of ${show(placed.taskId)}, trial ${placed.trial}, which the run has no row of`);
    else if (types.has(placed.type)) {
      const { data } = KeptEvent.safeParse(raw);
      if (!data) faults.push(`${at}: not a valid event ${placed.type}`);
      else {
        const own = byEpisode.get(keyOf(placed));
        if (own) own.push(data);
        else byEpisode.set(keyOf(placed), [data]);
      }
    }
  }
  return { byEpisode, faults };
}

/** Splits events into attempts, each beginning with `episode_start`. */
function attemptsIn(events: readonly KeptEvent[]): KeptEvent[][] {
  const attempts: KeptEvent[][] = [];
  for (const event of events) {
    const last = attempts.at(-1);
    if (last && event.type !== 'episode_start') last.push(event);
    else attempts.push([event]);
  }
  return attempts;
}

/** Whether an attempt has no result because an interrupted run ended it early. */
function wasBrokenOff(events: readonly KeptEvent[], { config }: Run): boolean {
  const end = endOf(events);
  return !end || (end.status === 'timeout' && end.atMs < config.limits.maxDurationMs);
}

function endOf(events: readonly KeptEvent[]) {
  return events.findLast((event) => event.type === 'task_passed' || event.type === 'task_failed');
}

function of<Type extends KeptEvent['type']>(events: readonly KeptEvent[], type: Type): EventOf<Type>[] {
  // The type checker does not narrow a member of the union by a variable.
  return events.filter((event) => event.type === type) as EventOf<Type>[];
}

/** Statuses of infrastructure errors whose rows do not describe the whole episode. */
const unheld: readonly string[] = ['harness_error'];

function episodeContradictions(run: Run, row: Result, events: readonly KeptEvent[]): string[] {
  const { config } = run;
  const [start] = of(events, 'episode_start');
  if (!start) return ['episode_start: its events do not begin with it'];
  const identity = [
    ...differing('server', ownId(config.server.id), start.server),
    ...differing('adapter', config.adapter, start.adapter),
    ...differing('web', config.web, start.web),
  ];
  if (unheld.includes(row.status)) return identity;
  const end = endOf(events);
  // Events after the cut are unknown; a row has at least the events before it.
  const isCut = of(events, 'cut').length > 0;
  const calls = of(events, 'tool_call');
  const seqs = calls.map(({ seq }) => seq);
  const gap = seqs.find((seq, index) => seq !== index + 1);
  return [
    ...identity,
    ...(gap === undefined ? [] : [`tool_call: seq ${gap} does not follow the one before it`]),
    ...(end || isCut ? [] : ['status: its events have no end']),
    ...(end ? endContradictions(run, row, end) : []),
    ...turnContradictions(run, row, of(events, 'model_turn')),
    ...(isCut
      ? seqs.length > row.steps
        ? differing('steps', row.steps, seqs.length)
        : []
      : wholeContradictions(row, events)),
    ...verdictContradictions(row, of(events, 'contract_eval'), isCut),
    ...stopContradictions(row, of(events, 'stop'), isCut),
  ];
}

function wholeContradictions(row: Result, events: readonly KeptEvent[]): string[] {
  const calls = of(events, 'tool_call');
  const answers = of(events, 'tool_result');
  const misses = of(events, 'request_miss');
  // A call answered in place of the server is an error that took 0 ms; other errors can have 0 ms by chance.
  const unsure = answers.filter(({ seq, isError, durationMs }) => seq > 0 && isError && durationMs === 0);
  const sent = answers.filter(({ seq }) => seq > 0).length;
  const bytes = sum(answers.map((each) => each.bytes));
  return [
    ...differing('steps', row.steps, calls.length),
    ...differing('lastTool', row.lastTool ?? null, calls.at(-1)?.tool ?? null),
    ...within('toolCalls', row.toolCalls, sent - unsure.length, sent),
    ...differing('serverErrors', row.serverErrors, answers.filter(({ isError }) => isError).length),
    ...within('responseBytes', row.responseBytes, bytes - sum(unsure.map((each) => each.bytes)), bytes),
    ...differing('requestMisses', row.requestMisses, misses.length),
    ...(row.missedRequest === undefined
      ? []
      : differing('missedRequest', row.missedRequest, misses[0]?.url ?? null)),
    ...(row.lastServerError ? errorContradictions(row.lastServerError, answers) : []),
    ...(row.status === 'passed' && of(events, 'unmatched_request').length > 0
      ? ['status: passed, and requests came to the web past the browser']
      : []),
  ];
}

function errorContradictions(
  { tool, answers }: NonNullable<Result['lastServerError']>,
  found: readonly EventOf<'tool_result'>[],
): string[] {
  return [
    ...differing('lastServerError.tool', tool, found.findLast(({ isError }) => isError)?.tool ?? null),
    ...differing('lastServerError.answers', answers, found.length),
  ];
}

function endContradictions(
  { config }: Run,
  row: Result,
  end: EventOf<'task_passed' | 'task_failed'>,
): string[] {
  // Agent rows with a package were written together with events that contain usage.
  const isOld = end.answer === undefined && config.agent.package === undefined;
  return [
    ...differing('status', row.status, end.status),
    ...differing('success', row.success, end.type === 'task_passed'),
    // The duration in the row is rounded to a tenth.
    ...(Math.abs(row.durationMs - end.atMs) <= 1 ? [] : differing('durationMs', row.durationMs, end.atMs)),
    ...(isOld
      ? []
      : [
          ...differing('answer', row.answer, end.answer ?? null),
          ...differing('requests', row.requests, end.requests ?? null),
          ...differing('usd', row.usd, end.usd ?? null),
          ...differences(row.tokens, end.tokens ?? null, 'tokens').flatMap(({ at, found, wanted }) =>
            differing(at, found, wanted),
          ),
        ]),
  ];
}

/** Repeated requests cost tokens but are not turns, so a row has at least the usage of its turns. */
function turnContradictions(
  { config }: Run,
  { steps, tokens, usd, requests }: Result,
  turns: readonly EventOf<'model_turn'>[],
): string[] {
  if (config.kind !== 'model') return [];
  const used = sum(turns.map((turn) => allOf(turn.tokens)));
  const paid = sum(turns.map((turn) => turn.usd ?? 0));
  return [
    ...(steps > 0 && turns.length === 0 ? ['model_turn: its events have none, and the row has steps'] : []),
    ...(tokens && allOf(tokens) < used ? differing('tokens', allOf(tokens), used) : []),
    ...(usd !== null && usd + 1e-6 < paid ? differing('usd', usd, paid) : []),
    ...(tokens && (requests ?? 0) < turns.length ? differing('requests', requests, turns.length) : []),
  ];
}

function verdictContradictions(
  row: Result,
  looks: readonly EventOf<'contract_eval'>[],
  isCut: boolean,
): string[] {
  const [first] = looks.filter(({ look }) => look === 'first').slice(-1);
  const seconds = looks.filter(({ look }) => look === 'second');
  const broken = looks
    .filter(({ outcome, evidence }) => outcome !== evidence.outcome || decidedAgain(evidence) !== outcome)
    .map(
      ({ look, toolSeq }) => `contract_eval: ${look} after call ${toolSeq}: its clauses give another outcome`,
    );
  if (!first)
    return isCut || row.verdict === null ? broken : [...broken, 'verdict: its events have no last look'];
  const deciding = [first, ...seconds];
  const found = deciding.find(({ outcome }) => outcome === row.verdict?.outcome);
  const outcomes = found ? clauseOutcomes(found) : new Map();
  const isSeenAgain = seconds.length === 0 || seconds.some(({ outcome }) => outcome === 'passed');
  return [
    ...broken,
    ...(row.verdict && !found ? differing('verdict.outcome', row.verdict.outcome, first.outcome) : []),
    ...(row.status === 'passed' && (first.outcome !== 'passed' || !isSeenAgain)
      ? differing('status', row.status, [first, ...seconds].map(({ outcome }) => outcome).join(', '))
      : []),
    ...(row.verdict?.clauses ?? []).flatMap(({ name, outcome }) =>
      outcomes.has(name) ? differing(name, outcome, outcomes.get(name)) : [],
    ),
    ...(isCut ? [] : heldContradictions(row, looks, first)),
  ];
}

/** Outcomes by clause name, for names that a row does not cut. */
function clauseOutcomes({ outcome, evidence }: EventOf<'contract_eval'>): Map<string, Outcome | null> {
  const track = clauseTrack({
    goal: null,
    steps: [],
    lastTurns: [],
    stops: [],
    first: { outcome, evidence },
    second: null,
    misses: [],
    cut: null,
    unreadable: 0,
  });
  return new Map(track.rows.map(({ name, outcomes }) => [name, outcomes[0] ?? null]));
}

function heldContradictions(
  row: Result,
  looks: readonly EventOf<'contract_eval'>[],
  first: EventOf<'contract_eval'>,
): string[] {
  const held = looks.find(({ look, outcome }) => look === 'step' && outcome === 'passed')?.toolSeq;
  // If a browser exits while its page is observed, the evaluation exists but the step has no page.
  if (held !== undefined && held === row.steps && row.firstHeldAtStep === null) return [];
  const wanted = held ?? (row.verdict && first.outcome === 'passed' ? row.steps : null);
  return differing('firstHeldAtStep', row.firstHeldAtStep, wanted);
}

/** The allowed stop reasons for each status. */
const reasonsOf: Readonly<Record<string, readonly string[] | undefined>> = {
  passed: ['done', 'held', 'max_steps'],
  max_steps: ['max_steps', 'over_steps'],
  timeout: ['timeout'],
  budget_exceeded: ['budget_exceeded'],
  model_refused: ['model_refused'],
  context_full: ['context_full'],
};

function stopContradictions({ status }: Result, stops: readonly EventOf<'stop'>[], isCut: boolean): string[] {
  const reasons = ownOf(reasonsOf, status);
  const reason = stops.at(-1)?.reason;
  if (!reasons || (reason === undefined && (isCut || status !== 'passed'))) return [];
  return reasons.includes(reason ?? '')
    ? []
    : [`status: the row has ${show(status)}, its events stop by ${show(reason)}`];
}

/** Models that the run lists as answering, but that no event of an episode's end names. */
function modelContradictions(
  { config: { model } }: Run,
  ends: readonly EventOf<'task_passed' | 'task_failed'>[],
): string[] {
  if (!model?.answered || ends.length === 0 || ends.some(({ answered }) => answered === undefined)) return [];
  const named = new Set(ends.flatMap(({ answered }) => answered?.split(', ') ?? []));
  const unnamed = model.answered.split(', ').filter((name) => !named.has(name));
  return unnamed.length === 0
    ? []
    : differing('config.model.answered', model.answered, [...named].join(', ') || null);
}

function differing(field: string, row: unknown, event: unknown): string[] {
  if (whole(row) === whole(event) || isCutOf(row, event)) return [];
  return [`${field}: the row has ${show(row)}, its events have ${show(event)}`];
}

function within(field: string, row: number, least: number, most: number): string[] {
  return row >= least && row <= most ? [] : differing(field, row, most);
}

/** Rows contain only well-formed characters. */
function whole(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** Whether the row has the event's text cut, with an ellipsis at the end. */
function isCutOf(row: unknown, event: unknown): boolean {
  if (typeof row !== 'string' || typeof event !== 'string' || !row.endsWith('…')) return false;
  // A cut through a surrogate pair leaves one replaced character.
  return row.length >= 100 && event.toWellFormed().startsWith(row.slice(0, -2));
}

function allOf(tokens: z.infer<typeof Tokens> | null): number {
  return tokens ? tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite : 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
