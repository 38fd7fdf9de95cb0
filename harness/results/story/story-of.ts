import type { Story, StoryStep } from './story.ts';
import { readStoryEvent, type StoryEvent } from './story-event.ts';

/** Makes a story of the saved lines of one episode. Of one that was played again its last attempt is told. */
export function storyOf(lines: readonly string[]): Story {
  const read = lines.filter((line) => line !== '').map(readStoryEvent);
  const events = lastAttempt(read.filter((event) => event !== null && event !== 'unreadable'));
  const story: Story = {
    goal: null,
    steps: [],
    lastTurns: [],
    stops: [],
    first: null,
    second: null,
    misses: [],
    cut: null,
    unreadable: read.filter((event) => event === 'unreadable').length,
  };
  for (const event of events) tell(story, event);
  return story;
}

function lastAttempt(events: readonly StoryEvent[]): readonly StoryEvent[] {
  return events.slice(
    Math.max(
      0,
      events.findLastIndex(({ type }) => type === 'episode_start'),
    ),
  );
}

function tell(story: Story, event: StoryEvent): void {
  switch (event.type) {
    case 'episode_start':
      story.goal = event.goal;
      break;
    case 'navigate':
    case 'tool_call': {
      const { tool, args, atMs } = event;
      Object.assign(stepAt(story, event.seq), { call: { tool, args }, atMs, turns: story.lastTurns });
      story.lastTurns = [];
      break;
    }
    case 'tool_result': {
      const { kind, isError, bytes, durationMs, preview } = event;
      stepAt(story, event.seq).answer = { kind, isError, bytes, durationMs, preview };
      break;
    }
    case 'model_turn': {
      const { type: _, ...turn } = event;
      story.lastTurns.push(turn);
      break;
    }
    case 'page':
      stepAt(story, story.steps.at(-1)?.seq ?? 0).url = event.url;
      break;
    case 'picture': {
      const { sha256, width, height } = event;
      stepAt(story, event.seq).picture = { sha256, width, height };
      break;
    }
    case 'contract_eval': {
      const { outcome, evidence } = event;
      if (event.look === 'step') stepAt(story, event.toolSeq).look = { outcome, evidence };
      else story[event.look] = { outcome, evidence };
      break;
    }
    case 'request_miss':
    case 'unmatched_request': {
      const last = story.stops.length === 0 ? story.steps.at(-1) : undefined;
      (last ?? story).misses.push(
        event.type === 'request_miss'
          ? `nothing answers ${event.url}`
          : `came past the browser: ${event.url}`,
      );
      break;
    }
    case 'stop': {
      const { reason, error } = event;
      story.stops.push({ reason, error });
      break;
    }
    case 'cut':
      story.cut = event.why;
      break;
    // The result says it.
    case 'task_passed':
    case 'task_failed':
      break;
  }
}

/** Events come in the order of their steps. */
function stepAt({ steps }: Story, seq: number): StoryStep {
  const last = steps.at(-1);
  if (last?.seq === seq) return last;
  const found = steps.find((step) => step.seq === seq);
  if (found) return found;
  const step: StoryStep = {
    seq,
    atMs: null,
    turns: [],
    call: null,
    answer: null,
    url: null,
    look: null,
    picture: null,
    misses: [],
  };
  steps.push(step);
  return step;
}
