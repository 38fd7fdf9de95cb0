import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Result, Run } from '../results/records/result.ts';
import { isOfAgent, leastConfined } from '../results/records/run-facts.ts';
import { writeToolLedger } from '../servers/tool-ledger.ts';
import { findTranscript } from '../task/transcripts/find-transcript.ts';
import { parseTranscript } from '../task/transcripts/parse-transcript.ts';
import { writeTranscript } from '../task/transcripts/record-transcript.ts';
import type { Redactor } from '../task/transcripts/redact.ts';
import { type Artifacts, artifactPaths, type SavedAnswer, type SavedEvent } from './artifacts.ts';
import { type Attempt, attemptEpisode } from './attempt-episode.ts';
import { eventText } from './episode/event-text.ts';
import { hiddenOf } from './hidden-of.ts';
import { limitsOf } from './limits-of.ts';
import type { Plan, PlannedEpisode } from './plan.ts';
import type { Reporter } from './reporters/index.ts';
import { reviewOf } from './reports/review.ts';

/**
 * Plays one episode of a run and leaves its artefacts. Null where the run was interrupted: an episode that was
 * cut short is no result.
 */
export async function playPlannedEpisode(
  plan: Plan,
  run: Run,
  { file, trial, retries = 0 }: PlannedEpisode,
  artifacts: Artifacts,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<Result | null> {
  const { options, adapter, server, chromium, screenshotClasses } = plan;
  const web = plan.webs.get(run.suite);
  if (!web) throw new Error(`no web was opened for ${run.suite}`);
  const limits = limitsOf(plan, file);
  const { task } = file;
  const redact = plan.redactor(task);
  // What a model did is kept whole: there may be no second time.
  const isReviewed = options.record || isOfAgent(adapter.kind);
  reporter.episodeStart(run, task.id, trial);
  const events: SavedEvent[] = [];
  // Who writes a script needs to read what a call told, to write the next one.
  const isScript = adapter.kind === 'script';
  const answers: SavedAnswer[] = [];
  const pictures = new Map<string, Buffer>();
  let wasKept = false;
  const keepBrowser = async (endpoint: string) => {
    wasKept = true;
    reporter.browserKept(
      `the browser is open: ${endpoint} (${endpoint}/json names its pages); end it with Ctrl-C`,
    );
    if (!signal.aborted) await once(signal, 'abort');
  };
  const attempt = await attemptEpisode(
    {
      id: randomUUID(),
      hidden: hiddenOf(plan),
      task,
      // The limits that the agent goes by are those that are enforced.
      adapter: {
        ...adapter,
        open: (of, on, _, place) => adapter.open({ ...of, ...limits }, on, trial, place),
      },
      server,
      chromium,
      web,
      recorder: plan.recorder,
      limits,
      screenshotClasses,
      emit: (event) => {
        if (isReviewed) events.push(event);
        artifacts.event(run.runId, task.id, trial, event);
        reporter.event(run, task.id, trial, event);
      },
      ...(isScript ? { answered: (seq, tool, answer) => answers.push({ seq, tool, ...answer }) } : {}),
      pictures: {
        when: isPictured(plan) ? 'each_step' : 'failed_end',
        taken: (digest, webp) => pictures.set(digest, webp),
      },
      slowMs: options.eyes.slowMs,
      ...(options.eyes.keepBrowser ? { keepBrowser } : {}),
      redact,
      signal,
    },
    {
      task,
      trial,
      shortestCalls: await shortestCalls(plan, task.id),
      artifacts: artifactPaths(run.runId, task.id, trial),
      retries,
    },
    plan.skill,
  );
  // What was said before the harness knew it for a password.
  if (redact.learned()) artifacts.redactEvents(run.runId, task.id, trial, redact);
  // Of one whose browser was kept, Ctrl-C is the end of that alone.
  if (signal.aborted && !wasKept) return null;
  if (isOfAgent(adapter.kind) || attempt.result.status !== 'passed') artifacts.pictures(pictures);
  if (isScript) reporter.answersSaved(artifacts.answers(task.id, trial, answers, redact));
  if (attempt.server) {
    const { version, toolsSha256 } = attempt.server;
    const confined = leastConfined([run.config.server, attempt.server]);
    run.config.server = { ...run.config.server, version, toolsSha256, confined };
  }
  if (attempt.agentConfined !== null) {
    const { agent } = run.config;
    run.config.agent = { ...agent, confined: leastConfined([agent, { confined: attempt.agentConfined }]) };
  }
  if (attempt.agentOutput !== null)
    artifacts.agentOutput(task.id, trial, redact(attempt.agentOutput, 'free'));
  const answered = attempt.trajectory.usage?.answered;
  if (answered && run.config.model) {
    const names = new Set(`${answered}, ${run.config.model.answered ?? answered}`.split(', '));
    run.config.model = { ...run.config.model, answered: [...names].sort().join(', ') };
  }
  if (isReviewed) {
    const name = trial === 1 ? task.id : `${task.id}.${trial}`;
    artifacts.write(
      `${name}.review.md`,
      reviewOf(
        attempt,
        task.goal,
        events.map((event) => redact(event, eventText(event))),
      ),
    );
    // What drives the browser itself made no calls that could be replayed.
    if (!('browser' in plan.server.origin)) await record(plan, attempt, redact, reporter);
  }
  return artifacts.episode(run, attempt, redact);
}

/**
 * A model's episodes may never come again. Of the others those whose times nobody compares, where the run is kept: an
 * audit plays thousands.
 */
function isPictured({ adapter: { kind }, resultsFolder }: Plan): boolean {
  return isOfAgent(kind) || (resultsFolder !== null && (kind === 'baseline' || kind === 'control'));
}

/** A model's transcript always goes under `--out`; with `--record` one goes to the transcripts too. */
async function record(
  { options, adapter, server, transcriptFolders }: Plan,
  attempt: Attempt,
  redact: Redactor,
  reporter: Reporter,
): Promise<void> {
  if (!attempt.transcript || !attempt.server) return;
  const folders = [
    ...(isOfAgent(adapter.kind) ? [path.join(options.out, 'transcripts')] : []),
    ...(options.record ? [options.transcripts ?? transcriptFolders[0] ?? ''] : []),
  ];
  for (const folder of folders) {
    const written = await writeTranscript(folder, attempt.transcript, redact);
    if ('file' in written) await writeToolLedger(folder, server.id, attempt.server);
    reporter.recorded(attempt.result.taskId, written);
  }
}

async function shortestCalls({ transcriptFolders, server }: Plan, taskId: string): Promise<number | null> {
  const file = await findTranscript(transcriptFolders, server.id, taskId);
  const parsed = file ? parseTranscript(await readFile(file, 'utf8')) : null;
  return parsed && 'transcript' in parsed ? parsed.transcript.calls.length : null;
}
