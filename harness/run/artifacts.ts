import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { openchromeAgent } from '../agents/index.ts';
import { recordedAnswers } from '../agents/models/local/record-answers.ts';
import { sha256 } from '../platform/digest.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { appendTo, writeAtomically, writeTo } from '../platform/files/write-file.ts';
import type { Result, Run } from '../results/records/result.ts';
import { keepAnswers, keepEvents, keepPictures } from '../results/store/save-run.ts';
import { agentOutputPath, episodeName } from '../results/verify/read-saved.ts';
import type { Answer } from '../servers/answer.ts';
import type { Redact } from '../task/transcripts/redact.ts';
import type { Episode } from './episode/episode.ts';
import { type EpisodeEvent, eventText } from './episode/episode-event.ts';

/** Files with one line per episode: its final observations, and its trajectory. */
export const perEpisodeFiles = ['facts.jsonl', 'trajectories.jsonl'] as const;

const maxEventBytes = 512 * 1024;

export type SavedEvent = EpisodeEvent & { atMs: number };

/** The parts of an episode that are saved. */
type Kept = Pick<Episode, 'result' | 'verdict' | 'trajectory' | 'capture'> & {
  plan: Pick<Episode['plan'], 'shortestCalls' | 'retries' | 'redact'>;
};

export type SavedAnswer = Pick<Answer, 'isError' | 'content'> & { seq: number; tool: string };

/** Paths of an episode's artefacts, relative to `--out`; they depend only on run, task and trial. */
export function artifactPaths(runId: string, taskId: string, trial: number): Result['artifacts'] {
  return { events: `events/${runId}.jsonl`, report: `reports/${episodeName(taskId, trial)}.json` };
}

const artifactPath = /^(events|reports|screenshots)\/[\w-][\w.-]*(\/page\.png)?$/;

/** An event with the names that OpenChrome uses. */
function openchromeLine(line: string): string {
  const event: { adapter?: string } = JSON.parse(line);
  if (event.adapter === undefined) return line;
  return `${JSON.stringify({ ...event, adapter: openchromeAgent(event.adapter) })}\n`;
}

/** Paths in a result from another machine that are outside the artefact folders. */
export function strayArtifacts({ artifacts: { events, report, screenshot } }: Result): string[] {
  return [events, report, ...(screenshot ? [screenshot] : [])].filter((file) => !artifactPath.test(file));
}

/**
 * Writes the artefacts of one run below `--out` as they are produced. From an earlier run it only removes
 * `facts.jsonl`, `trajectories.jsonl` and `events.jsonl`.
 */
export class Artifacts {
  private readonly out: string;
  private readonly alsoOneEventsFile: boolean;
  private readonly eventBytes = new Map<string, number>();

  constructor(out: string, { alsoOneEventsFile, append }: { alsoOneEventsFile: boolean; append: boolean }) {
    this.out = out;
    this.alsoOneEventsFile = alsoOneEventsFile;
    for (const folder of ['events', 'reports']) makeFolder(path.join(out, folder));
    if (append) this.cutHalfLines();
    else this.empty([...perEpisodeFiles, ...(alsoOneEventsFile ? ['events.jsonl'] : [])]);
  }

  private empty(names: readonly string[]): void {
    for (const name of names) writeTo(path.join(this.out, name), '');
  }

  /** A run that was killed, or ran out of disk space, may have ended in the middle of a line. */
  private cutHalfLines(): void {
    const events = readdirSync(path.join(this.out, 'events')).map((name) => path.join('events', name));
    for (const name of [...perEpisodeFiles, 'events.jsonl', ...events]) {
      const file = path.join(this.out, name);
      if (!existsSync(file)) continue;
      const content = readFileSync(file);
      const whole = content.lastIndexOf('\n') + 1;
      if (whole < content.length) truncateSync(file, whole);
    }
  }

  /** Appends one event. Above 512 KB per episode it appends one `cut` event, and after that only the end. */
  event(runId: string, taskId: string, trial: number, event: SavedEvent): void {
    const key = `${runId} ${taskId} ${trial}`;
    const before = this.eventBytes.get(key) ?? 0;
    const isEnd = event.type === 'task_passed' || event.type === 'task_failed';
    if (before > maxEventBytes && !isEnd) return;
    let line = `${JSON.stringify({ runId, taskId, trial, ...event })}\n`;
    const bytes = before + Buffer.byteLength(line);
    if (bytes > maxEventBytes && !isEnd)
      line = `${JSON.stringify({ runId, taskId, trial, type: 'cut', why: `more than ${maxEventBytes} bytes of events` })}\n`;
    this.eventBytes.set(key, bytes);
    appendTo(path.join(this.out, 'events', `${runId}.jsonl`), line);
    if (this.alsoOneEventsFile) appendTo(path.join(this.out, 'events.jsonl'), openchromeLine(line));
  }

  /** Stores the events of a run's episodes, the pictures shown on pages and the answers of local weights beside its results. */
  keepBeside(resultsDir: string, run: Run): void {
    const file = path.join(this.out, 'events', `${run.runId}.jsonl`);
    const events = existsSync(file) ? readFileSync(file, 'utf8') : '';
    keepEvents(resultsDir, run, events);
    keepPictures(resultsDir, run, events, path.join(this.out, 'pictures'));
    if (!run.config.model?.local) return;
    const played = new Set(run.episodes.map(({ taskId, trial }) => `${taskId} ${trial}`));
    const isPlayed = ({ taskId, trial }: { taskId: string; trial: number }) =>
      played.has(`${taskId} ${trial}`);
    keepAnswers(resultsDir, run, recordedAnswers(this.out).filter(isPlayed));
  }

  /** Redacts the events of one episode again, with all secrets known at its end. */
  redactEvents(runId: string, taskId: string, trial: number, redact: Redact): void {
    const files = [`events/${runId}.jsonl`, ...(this.alsoOneEventsFile ? ['events.jsonl'] : [])];
    for (const file of files.map((name) => path.join(this.out, name))) {
      const lines = readFileSync(file, 'utf8').split('\n');
      const redacted = lines.map((line) => {
        const event = line === '' ? null : JSON.parse(line);
        const isOfEpisode = event?.runId === runId && event.taskId === taskId && event.trial === trial;
        return isOfEpisode ? JSON.stringify(redact(event, eventText(event))) : line;
      });
      writeTo(file, redacted.join('\n'));
    }
  }

  /**
   * Writes report and facts, and screenshot and text if the episode did not pass. Returns the result with its paths.
   */
  episode(run: Pick<Run, 'runId' | 'suite'>, { plan, result, verdict, trajectory, capture }: Kept): Result {
    const { shortestCalls, retries = 0, redact } = plan;
    const name = episodeName(result.taskId, result.trial);
    const artifacts = { ...result.artifacts };
    if (capture && (capture.png || capture.text !== null)) {
      const folder = path.join(this.out, 'screenshots', name);
      makeFolder(folder);
      if (capture.text !== null) writeTo(path.join(folder, 'page.txt'), redact(capture.text, 'free'));
      if (capture.png) {
        writeTo(path.join(folder, 'page.png'), capture.png);
        artifacts.screenshot = `screenshots/${name}/page.png`;
      }
    }
    const saved = { ...result, artifacts };
    const report = { runId: run.runId, suite: run.suite, ...saved, evidence: verdict?.evidence ?? null };
    writeTo(path.join(this.out, artifacts.report), `${JSON.stringify(report, null, 2)}\n`);
    const { observations: facts, ...rest } = trajectory;
    const place = { runId: run.runId, suite: run.suite, taskId: result.taskId, trial: result.trial };
    this.append('trajectories.jsonl', { ...place, shortestCalls, retries, trajectory: rest });
    if (facts) this.append('facts.jsonl', { ...place, facts });
    return saved;
  }

  /** Writes pictures of an episode's pages, each named by its digest, so that equal pictures are stored once. */
  pictures(pictures: ReadonlyMap<string, Buffer>): void {
    const folder = path.join(this.out, 'pictures');
    if (pictures.size > 0) makeFolder(folder);
    for (const [digest, webp] of pictures) writeTo(path.join(folder, `${digest}.webp`), webp);
  }

  /** Writes the output of a third-party agent, for its author. */
  agentOutput(taskId: string, trial: number, text: string): void {
    makeFolder(path.join(this.out, 'agents'));
    writeTo(path.join(this.out, agentOutputPath(taskId, trial)), text);
  }

  /** Writes each complete answer of an episode to a file, with descriptions of its pictures. Returns the folder. */
  answers(taskId: string, trial: number, answers: readonly SavedAnswer[], redact: Redact): string {
    const folder = path.join(this.out, 'answers', episodeName(taskId, trial));
    rmSync(folder, { recursive: true, force: true });
    makeFolder(folder);
    for (const { seq, tool, isError, content } of answers) {
      const text = content.map((block) =>
        block.type === 'text'
          ? block.text
          : `(a picture, ${block.mimeType}, ${block.data.length} characters of base64)`,
      );
      const head = isError ? ['(an error)'] : [];
      // Tool names come from the server, so they are sanitised.
      const name = `${String(seq).padStart(3, '0')}-${tool.replace(/[^\w.-]/g, '_').slice(0, 60)}.txt`;
      writeTo(path.join(folder, name), redact(`${[...head, ...text].join('\n')}\n`, 'free'));
    }
    return folder;
  }

  /** Writes `<run-id>.manifest.json`, the digests of the run's artefacts, and returns its own digest. */
  async manifest(run: Run): Promise<string> {
    const paths = run.episodes.flatMap(({ artifacts }) => [
      artifacts.report,
      ...(artifacts.screenshot ? [artifacts.screenshot] : []),
    ]);
    const files = await Promise.all(
      [...perEpisodeFiles, `events/${run.runId}.jsonl`, ...paths].sort().map(async (file) => {
        const absolute = path.join(this.out, file);
        if (!(await stat(absolute).catch(() => null))) return [];
        const content = await readFile(absolute);
        return [{ path: file, bytes: content.length, sha256: sha256(content) }];
      }),
    );
    const text = `${JSON.stringify({ runId: run.runId, files: files.flat() }, null, 2)}\n`;
    this.write(`${run.runId}.manifest.json`, text);
    return sha256(text);
  }

  private append(name: string, line: unknown): void {
    appendTo(path.join(this.out, name), `${JSON.stringify(line)}\n`);
  }

  /** Writes atomically, because a resumed run reads the file. */
  write(name: string, content: string): string {
    const file = path.join(this.out, name);
    writeAtomically(file, content);
    return file;
  }
}
