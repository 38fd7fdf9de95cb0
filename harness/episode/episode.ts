import type { Adapter } from '../adapters/adapter.ts';
import type { Chromium } from '../browser/find-chromium.ts';
import type { HarRecorder } from '../browser/record-har.ts';
import type { Facts } from '../contract/facts.ts';
import type { Verdict } from '../contract/verdict.ts';
import type { Result } from '../result/result.ts';
import type { ServerSession } from '../servers/connect-server.ts';
import type { Server } from '../servers/server.ts';
import type { Task } from '../task/task.ts';
import type { Redactor } from '../transcript/redact.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { WebSource } from '../web/open-web.ts';
import type { EventSink } from './episode-event.ts';

/** All that one episode needs; the same plan on the same machine gives the same judged outcome. */
export type EpisodePlan = {
  /** Unique on this machine: the mark that every process of the episode carries. */
  id: string;
  task: Task;
  trial: number;
  /** Text that the agent is given beside the goal; a transcript is of it too. */
  skill: string | null;
  adapter: Adapter;
  server: Server;
  chromium: Chromium;
  web: WebSource;
  recorder: HarRecorder | null;
  /** The task's limits, lowered where a flag says so. */
  limits: { maxSteps: number; maxDurationMs: number };
  screenshotClasses: Record<string, Record<string, string>>;
  /** Calls of the shortest passing transcript of this task on this server; null where there is none. */
  shortestCalls: number | null;
  artifacts: Result['artifacts'];
  emit: EventSink;
  redact: Redactor;
  /** Ends the episode early (Ctrl-C): nothing of it is reported. */
  signal: AbortSignal;
};

/** The facts that a verdict was judged from, bounded for saving; `digest` of it is the result's `factsSha256`. */
export type SavedFacts = {
  first: Facts;
  /** Whether the final URL is that of a document the judged tab received; null where it was not asked. */
  provenance: boolean | null;
  /** What the fresh browser saw, why it saw nothing, or null where there was no second look. */
  second: Facts | { unavailable: string } | null;
};

/** What a person needs to see why an episode did not pass. */
export type Capture = { png: Buffer | null; text: string | null };

export type Episode = {
  result: Result;
  /** The deciding verdict with its evidence: the first look's, or the second's where that one decided. */
  verdict: Verdict | null;
  facts: SavedFacts | null;
  /** What the server said of itself; null where the episode ended before it did. */
  server: Pick<ServerSession, 'version' | 'tools' | 'toolsSha256'> | null;
  /** Only of an episode that passed. */
  transcript: Transcript | null;
  /** Only of an episode that did not pass. */
  capture: Capture | null;
};
