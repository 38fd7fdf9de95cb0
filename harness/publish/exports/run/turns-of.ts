import { sha256 } from '../../../platform/digest.ts';
import type { AnswerRecord, Step, Trajectory } from '../../../results/score/trajectory.ts';
import type { PlayedCall, PlayedEpisode, SavedAnswer, Turn } from './played-episode.ts';
import type { ReadEvent } from './read-event.ts';
import { timesOf } from './times-of.ts';

/**
 * The steps of a trajectory by what decided them. The events say which answer of a model a call belongs to; a step that
 * they do not tell of, for they were cut, is a turn of its own.
 */
export function turnsOf(events: readonly ReadEvent[], steps: readonly Step[]): Turn[] {
  const previews = previewsOf(events);
  const times = timesOf(events);
  const callAt = (seq: number): PlayedCall[] => {
    const step = steps[seq - 1];
    if (!step) return [];
    const answer = step.answer && answerOf(step.answer, previews.get(seq));
    return [{ id: `call-${seq}`, step, answer, times: times.get(seq) ?? null }];
  };
  const turns: Turn[] = [];
  const told = new Set<number>();
  for (const [index, event] of events.entries()) {
    if (event.type === 'model_turn') {
      const { text, stopReason, tokens, usd, atMs } = event;
      const startMs = Math.min(atMs, events[index - 1]?.atMs ?? 0);
      turns.push({ said: { text, stopReason, tokens, usd, times: { startMs, endMs: atMs } }, calls: [] });
    }
    if (event.type !== 'tool_call') continue;
    told.add(event.seq);
    const last = turns.at(-1);
    if (last?.said) last.calls.push(...callAt(event.seq));
    else turns.push({ said: null, calls: callAt(event.seq) });
  }
  const untold = steps.flatMap((_, index) => (told.has(index + 1) ? [] : [index + 1]));
  return [...turns, ...untold.map((seq) => ({ said: null, calls: callAt(seq) }))];
}

export function openingOf(
  events: readonly ReadEvent[],
  trajectory: Pick<Trajectory, 'opening'> | null,
): PlayedEpisode['opening'] {
  const navigate = events.find((event) => event.type === 'navigate');
  if (!navigate || !trajectory?.opening) return null;
  const { tool: _, ...record } = trajectory.opening;
  const { tool, url } = navigate;
  const answer = answerOf(record, previewsOf(events).get(0));
  return { tool, url, answer, times: timesOf(events).get(0) ?? null };
}

function previewsOf(events: readonly ReadEvent[]): Map<number, string> {
  return new Map(
    events.flatMap((event) => (event.type === 'tool_result' ? [[event.seq, event.preview]] : [])),
  );
}

/** The digest of an answer is of its content as JSON: it tells whether one text is all there was. */
function answerOf(record: AnswerRecord, preview = ''): SavedAnswer {
  const content = JSON.stringify([{ type: 'text', text: preview }]);
  return { record, text: preview, whole: record.kind === 'empty' || sha256(content) === record.sha256 };
}
