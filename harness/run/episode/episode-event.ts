import type { ModelTurnEvent } from '../../agents/adapter.ts';
import type { Outcome } from '../../judge/outcome.ts';
import type { ActedOn } from '../../judge/page-state.ts';
import type { Evidence } from '../../judge/verdict.ts';
import type { Status } from '../../results/records/statuses.ts';

/** What happened in an episode, one line of `events.jsonl` each, as it happens. */
export type EpisodeEvent =
  | { type: 'episode_start'; goal: string; server: string; adapter: string; web: string }
  | { type: 'reset'; durationMs: number; browser: string }
  | { type: 'navigate'; seq: 0; tool: string; args: Record<string, unknown>; url: string }
  | { type: 'tool_call'; seq: number; tool: string; args: Record<string, unknown> }
  | {
      type: 'tool_result';
      seq: number;
      tool: string;
      kind: string;
      isError: boolean;
      bytes: number;
      sha256: string;
      durationMs: number;
      preview: string;
    }
  | ModelTurnEvent
  /** `on`: what the call before it acted on. */
  | { type: 'page'; url: string | null; on?: ActedOn }
  /** Of the page after a call; 0: before the first. */
  | { type: 'picture'; seq: number; sha256: string; width: number; height: number }
  | {
      type: 'contract_eval';
      look: 'step' | 'first' | 'second';
      /** Of the last call before it; 0 before the first. */
      toolSeq: number;
      outcome: Outcome;
      evidence: Evidence;
    }
  | { type: 'request_miss' | 'unmatched_request'; url: string }
  | { type: 'stop'; reason: string; error?: string }
  | { type: 'task_passed' | 'task_failed'; status: Status };

/** Takes events; what it does with one (a file, the terminal) never fails the episode. */
export type EventSink = (event: EpisodeEvent & { atMs: number }) => void;
