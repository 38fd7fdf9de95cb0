import * as z from 'zod';
import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import { UserError } from '../../../platform/errors/user-error.ts';
import { type AttemptAnswers, answersFileOf, readAnswers } from '../../../results/records/kept-answers.ts';
import { readEvents } from '../../../results/records/kept-events.ts';
import type { Run } from '../../../results/records/result.ts';
import { readSavedLines } from '../../../results/verify/read-saved.ts';
import { Json } from '../apis/api.ts';
import { plainName } from '../model-tools.ts';
import { AnswerForm, callIn, heldBy, ownForm } from './answer-form.ts';
import { localAnswers } from './limits.ts';
import { LocalMachine } from './local-machine.ts';
import { prepareWeights } from './prepare-weights.ts';
import { recordedAnswers } from './record-answers.ts';
import { neededRuntime } from './runtime/install-runtime.ts';
import type { Runtime } from './runtime/start-runtime.ts';

const Answer = z.object({
  request: z.int(),
  conversation: z.object({ messages: z.array(Json), tools: z.array(Json) }),
  /** Older answers are all calls. */
  form: AnswerForm.default(ownForm),
  sampling: z.object({
    temperature: z.number(),
    topK: z.number(),
    topP: z.number(),
    repeatPenalty: z.number(),
  }),
  tokens: z.array(z.int().nonnegative()),
  text: z.string(),
  logProbability: z.number(),
  end: z.enum(['call', 'stop', 'cut', 'stuck']),
  promptSha256: z.string(),
});
export type StoredAnswer = Omit<z.infer<typeof Answer>, 'form'> & { form?: AnswerForm };

/**
 * The allowed difference of a summed log-probability: a fixed part, and a part for each token. Processors and batches
 * change the last digits of every logit. Measured with SmolLM2 135M in Q4_1: 30 answers of 17 to 36 tokens were written with
 * AVX-512, and scored with AVX2 after other prompts. No token left the support. The largest differences were 0.40 for a
 * token, 1.05 for an answer, and 0.048 for each token of an answer. The allowed difference was at least twice as large as
 * the measured one for every answer.
 */
const tolerance = { fixed: 1, token: 0.05 } as const;

/** Why the weights did not give an answer; null if they may have given it. Teacher forcing: each stored token is scored. */
export async function whyNotOf(
  runtime: Pick<Runtime, 'score'>,
  answer: StoredAnswer,
): Promise<string | null> {
  const { conversation, form = ownForm, sampling, tokens, text, logProbability, promptSha256, end } = answer;
  const held = heldBy(form, conversation.tools);
  const scored = await runtime.score({ conversation, ...held, sampling, tokens });
  if (scored.promptSha256 !== promptSha256)
    return 'the stored conversation gives another prompt than the stored digest';
  if (scored.text !== text) return 'the stored text is not that of the stored tokens';
  if (scored.outside > 0)
    return `${scored.outside} of ${tokens.length} tokens lie outside the support of the sampler`;
  if ((end === 'call' || end === 'stop') && !scored.isWhole)
    return 'the tokens do not reach the stored end of the answer';
  const difference = Math.abs(scored.logProbability - logProbability);
  const allowed = tolerance.fixed + tolerance.token * tokens.length;
  return difference > allowed
    ? `the log-probability of the answer is ${scored.logProbability.toFixed(3)}; stored is ${logProbability.toFixed(3)}; allowed is a difference of ${allowed.toFixed(2)}`
    : null;
}

/** What was stored of runs: their rows, the answers of each attempt, and the calls of each episode. */
export type StoredRuns = {
  /** Where it lies, for messages. */
  place: string;
  runs: readonly PlayedRun[];
  attempts: readonly AttemptAnswers[];
  calls: readonly PlayedCalls[];
};

type PlayedCalls = { runId: string; taskId: string; trial: number; calls: readonly Called[] };
type Called = { tool: string; args: Record<string, unknown> };

/** Runs in a folder of `--out`. */
export async function storedIn(folder: string, runs: readonly PlayedRun[]): Promise<StoredRuns> {
  const { trajectories } = await readSavedLines(folder);
  const calls = trajectories.flatMap(({ line }) =>
    line ? [{ ...line, calls: line.trajectory.steps.map(({ call }) => call) }] : [],
  );
  return { place: folder, runs, attempts: recordedAnswers(folder), calls };
}

const CallEvent = z.object({
  type: z.literal('tool_call'),
  taskId: z.string(),
  trial: z.int(),
  tool: z.string(),
  args: Json,
});

/** A run of the results; null if it has no stored answers. Throws `UserError` for an invalid file. */
export function storedRun(resultsDir: string, run: Run): StoredRuns | null {
  const { runId, episodes } = run;
  const attempts = readAnswers(resultsDir, runId);
  if (!attempts) return null;
  const events = (readEvents(resultsDir, run) ?? '')
    .split('\n')
    .flatMap((line) => CallEvent.safeParse(jsonOrUndefined(line)).data ?? []);
  const calls = episodes.map(({ taskId, trial }) => ({
    ...{ runId, taskId, trial },
    calls: events.filter((each) => each.taskId === taskId && each.trial === trial),
  }));
  return { place: answersFileOf(resultsDir, runId), runs: [run], attempts, calls };
}

/** Contradictions between the stored answers of a run in the results and its row, without its weights. */
export function answerContradictions(resultsDir: string, run: Run): string[] {
  const stored = storedRun(resultsDir, run);
  return stored ? [...callFindings(stored), ...countFindings(stored)] : [];
}

/**
 * Scores every stored answer of runs under the weights. Returns a finding for each answer that they did not give.
 * Throws `UserError` for other weights than the recorded ones, and without stored answers.
 */
export async function scoreAnswers(
  { given, from, stored }: { given: string; from: string; stored: StoredRuns },
  { env, signal, log }: { env: NodeJS.ProcessEnv; signal: AbortSignal; log: (line: string) => void },
): Promise<{ findings: string[]; scored: number }> {
  const { place, runs, attempts } = stored;
  const recorded = runs.flatMap(({ config }) => config.model?.local ?? []);
  const weights = await prepareWeights(given, from, env);
  const wanted = weights.weights.map(({ sha256 }) => sha256).join(' ');
  const other = recorded.find((each) => each.weights.map(({ sha256 }) => sha256).join(' ') !== wanted);
  if (recorded.length === 0)
    throw new UserError(`verify --model-file: the runs in ${place} were not played with --model-file`);
  if (other)
    throw new UserError(
      `verify --model-file ${given}: got weights with the SHA-256 ${wanted}; the run was played with ${other.weights.map(({ sha256 }) => sha256).join(' ')}`,
    );
  const lines = attempts.flatMap(({ name, lines: all }) =>
    all.map((line, index) => ({ where: `${name}: line ${index + 1}`, line })),
  );
  if (lines.length === 0) throw new UserError(`verify --model-file: ${place} has no stored answers`);
  const machine = new LocalMachine(neededRuntime(env), weights, env);
  const findings = [...callFindings(stored), ...countFindings(stored)];
  const progress = new ScoreProgress(lines.length, log);
  try {
    await machine.start();
    const runtime = await machine.started();
    for (const { where, line } of lines) {
      signal.throwIfAborted();
      const { data } = Answer.safeParse(jsonOrUndefined(line));
      const why = data ? await whyNotOf(runtime, data) : 'not a stored answer';
      if (why !== null) findings.push(`${where}: ${why}`);
      progress.scored();
    }
  } finally {
    await machine.end();
  }
  return { findings, scored: lines.length };
}

/** Says how many answers are scored, at each twentieth part. */
export class ScoreProgress {
  private done = 0;
  private readonly startedAt = performance.now();
  private readonly of: number;
  private readonly log: (line: string) => void;

  constructor(of: number, log: (line: string) => void) {
    this.of = of;
    this.log = log;
    log(`scoring ${of} answers under the weights`);
  }

  scored(): void {
    const { of } = this;
    const part = (count: number) => Math.floor((20 * count) / of);
    this.done += 1;
    if (this.done === of || part(this.done) === part(this.done - 1)) return;
    const leftMs = ((performance.now() - this.startedAt) / this.done) * (of - this.done);
    this.log(`scored ${this.done} of ${of} answers, about ${(leftMs / 60_000).toFixed(1)} minutes left`);
  }
}

type PlayedRun = Pick<Run, 'runId' | 'config' | 'episodes'>;

/** The stored answers of an attempt; empty if it has none. */
function answersOf(
  attempts: readonly AttemptAnswers[],
  { taskId, trial }: { taskId: string; trial: number },
): { name: string; answers: z.infer<typeof Answer>[] } {
  const attempt = attempts.find((each) => each.taskId === taskId && each.trial === trial);
  const answers = attempt?.lines.flatMap((line) => Answer.safeParse(jsonOrUndefined(line)).data ?? []);
  return { name: attempt?.name ?? `${localAnswers}/${taskId}.${trial}.jsonl`, answers: answers ?? [] };
}

/** The calls of the harness's own loop must be those of the stored answers, in their order. */
function callFindings({ runs, attempts, calls: played }: StoredRuns): string[] {
  const ofAgents = new Set(runs.filter(isOfAgent).map(({ runId }) => runId));
  return played.flatMap(({ runId, taskId, trial, calls: made }) => {
    if (ofAgents.has(runId)) return [];
    const { name, answers } = answersOf(attempts, { taskId, trial });
    const calls = answers.flatMap(({ end, text }) => (end === 'call' ? (callIn(text) ?? []) : []));
    const at = made.findIndex((call, index) => !isSameCall(call, calls[index]));
    return at === -1
      ? []
      : [`${runId}: ${taskId}, trial ${trial}: call ${at + 1} is not the call of ${name}`];
  });
}

/**
 * The number of the answers and of their tokens must be that of the row. An external agent itself decides its calls, so
 * for its answers this is the only comparison.
 */
export function countFindings({ runs, attempts }: Pick<StoredRuns, 'runs' | 'attempts'>): string[] {
  return runs
    .filter(({ config }) => config.model?.local)
    .flatMap(({ runId, episodes }) =>
      episodes.flatMap(({ taskId, trial, requests, tokens }) => {
        const { name, answers } = answersOf(attempts, { taskId, trial });
        const written = answers.reduce((sum, each) => sum + each.tokens.length, 0);
        const [asked, output] = [requests ?? 0, tokens?.output ?? 0];
        return answers.length === asked && written === output
          ? []
          : [
              `${runId}: ${taskId}, trial ${trial}: ${name} has ${answers.length} answers with ${written} tokens; the row has ${asked} requests with ${output}`,
            ];
      }),
    );
}

/** Whether an external agent asked the weights. */
export function isOfAgent({ config }: Pick<PlayedRun, 'config'>): boolean {
  return config.kind === 'agent' && config.model?.local !== undefined;
}

/** Whether a stored call is that of an answer; `undefined`: the answer is missing. */
export function isSameCall(
  { tool, args }: { tool: string; args: Record<string, unknown> },
  answered: { name: string; args: Json } | undefined,
): boolean {
  if (!answered || plainName(tool) !== answered.name) return false;
  const stored = JSON.stringify(args);
  // The arguments of a schema that is not a plain object come in the field `input`.
  return [answered.args, answered.args.input].some((given) => {
    const text = JSON.stringify(given) ?? '';
    // A secret may be replaced in only one of them, or in both by other words.
    return isLike(stored, text) || isLike(text, stored);
  });
}

/** Whether a text has all parts of a pattern in their order; any text may be in place of what was redacted. */
function isLike(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.split(/\[redacted:[^\]]*\]/);
  const last = parts.pop();
  if (last === undefined) return pattern === text;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.startsWith(first) && text.endsWith(last) && at <= text.length - last.length;
}
