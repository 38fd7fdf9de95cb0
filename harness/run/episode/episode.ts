import type { BuiltInAgent } from '../../agents/built-in-agent.ts';
import type { Chromium } from '../../browser/chromium/find-chromium.ts';
import type { HarRecorder } from '../../browser/record-har.ts';
import type { Hidden } from '../../platform/confine/places.ts';
import type { Score, Subject } from '../../results/score/score-episode.ts';
import type { Trajectory } from '../../results/score/trajectory.ts';
import type { Answer } from '../../servers/answer.ts';
import type { ServerSession } from '../../servers/connect-server.ts';
import type { Server } from '../../servers/server.ts';
import type { Redactor } from '../../task/transcripts/redact.ts';
import type { Transcript } from '../../task/transcripts/transcript.ts';
import type { WebSource } from '../../web/hermetic-web.ts';
import type { EventSink } from './episode-event.ts';

/** Everything that one episode needs. The same plan on the same machine gives the same judged outcome. */
export type EpisodePlan = Subject & {
  /** Unique on this machine: the mark of every process of the episode. It reveals nothing about the task. */
  id: string;
  /** Files that the server must not read. */
  hidden: Hidden;
  /** Text that the agent gets beside the goal. */
  skill?: string | null;
  adapter: BuiltInAgent;
  server: Server;
  chromium: Chromium;
  web: WebSource;
  recorder: HarRecorder | null;
  /** The task's limits, lowered by flags if given. */
  limits: { maxSteps: number; maxDurationMs: number; maxLooks?: number | undefined };
  /** How long a start page may take to open, and a page of the second observation to show the outcome; default 5 s. */
  showLimitMs?: number;
  screenshotClasses: Record<string, Record<string, string>>;
  emit: EventSink;
  /** Receives each complete answer; the opening call has number 0. */
  answered?: (seq: number, tool: string, answer: Answer) => void;
  /** Which pictures to take, and the function that receives them; default: none. */
  pictures?: { when: 'each_step' | 'failed_end'; taken(sha256: string, webp: Buffer): void };
  /** Milliseconds to wait before each call of the agent; not counted as episode time. */
  slowMs?: number | null;
  /** Called with the browser's endpoint if the episode did not pass; the browser stays open until this resolves. */
  keepBrowser?: (endpoint: string) => Promise<void>;
  redact: Redactor;
  /** Ends the episode early (Ctrl-C); the episode is not reported. */
  signal: AbortSignal;
};

/** The final page of an episode that did not pass, for people. */
export type Capture = { png: Buffer | null; text: string | null };

/** An episode that was played and scored. */
export type Episode = Score & {
  plan: EpisodePlan;
  /** In the saved form, redacted. */
  trajectory: Trajectory;
  /** Only for an episode that passed; with every argument as it was sent. */
  transcript: Transcript | null;
  /** The server's description of itself; null if the episode ended before. */
  server: Pick<ServerSession, 'version' | 'tools' | 'toolsSha256' | 'confined'> | null;
  /** Only for an episode that did not pass. */
  capture: Capture | null;
  /** Whether a third-party agent was sandboxed (ran in namespaces of its own); null if none ran. */
  agentConfined: boolean | null;
  /** The last part of the output of its process. */
  agentOutput: string | null;
};
