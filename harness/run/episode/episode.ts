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

/** All that one episode needs; the same plan on the same machine gives the same judged outcome. */
export type EpisodePlan = Subject & {
  /** Unique on this machine: the mark that every process of the episode carries. It names nothing of the task. */
  id: string;
  /** What the server must not read. */
  hidden: Hidden;
  /** What the agent is given beside the goal. */
  skill?: string | null;
  adapter: BuiltInAgent;
  server: Server;
  chromium: Chromium;
  web: WebSource;
  recorder: HarRecorder | null;
  /** The task's limits, lowered where a flag says so. */
  limits: { maxSteps: number; maxDurationMs: number; maxLooks?: number | undefined };
  /** How long a start page may take to open, and a page that is observed again to show the outcome; 5 s where it is not said. */
  showLimitMs?: number;
  screenshotClasses: Record<string, Record<string, string>>;
  emit: EventSink;
  /** Takes each answer whole; the opening call's is number 0. */
  answered?: (seq: number, tool: string, answer: Answer) => void;
  /** Which pictures a person is to have of it, and who takes them; none where it is not said. */
  pictures?: { when: 'each_step' | 'failed_end'; taken(sha256: string, webp: Buffer): void };
  /** Milliseconds before each call of the agent, which are nobody's time. */
  slowMs?: number | null;
  /** Is told where the browser of an episode that did not pass is; it stays open until this resolves. */
  keepBrowser?: (endpoint: string) => Promise<void>;
  redact: Redactor;
  /** Ends the episode early (Ctrl-C): nothing of it is reported. */
  signal: AbortSignal;
};

/** What a person needs to see why an episode did not pass. */
export type Capture = { png: Buffer | null; text: string | null };

/** An episode that was played and scored. */
export type Episode = Score & {
  plan: EpisodePlan;
  /** As it is saved: redacted. */
  trajectory: Trajectory;
  /** Only of an episode that passed; with every argument as it was sent. */
  transcript: Transcript | null;
  /** What the server said of itself; null where the episode ended before it did. */
  server: Pick<ServerSession, 'version' | 'tools' | 'toolsSha256' | 'confined'> | null;
  /** Of an end that is no pass. */
  capture: Capture | null;
  /** Whether a foreign agent ran in namespaces of its own; null where none ran. */
  agentConfined: boolean | null;
  /** The ends of what its process wrote. */
  agentOutput: string | null;
};
