import { count } from '../../platform/words/format.ts';
import type { SavedEvent } from '../artifacts.ts';
import type { Episode } from '../episode/episode.ts';

const maxLines = 8;
const maxCharacters = 400;

/**
 * A summary of one episode for a person who decides whether its recording may be committed: each call with the first
 * lines of its answer, the model's text, and the facts behind the verdict.
 */
export function reviewOf({ plan, result, trajectory }: Episode, events: readonly SavedEvent[]): string {
  const { taskId, status, finalUrl, steps, looks, ownSteps, toolCalls, serverErrors, usd, tokens } = result;
  return [
    `# ${taskId}: ${status}`,
    '',
    `- goal: ${plan.task.goal}`,
    `- final URL: ${finalUrl ?? '(none)'}`,
    `- ${count(steps, 'step')}${looks === undefined ? '' : `, ${count(looks, 'look')}`}${ownSteps === undefined ? '' : `, ${count(ownSteps, 'step')} by the agent's own count`}, ${count(toolCalls, 'call')} sent, ${count(serverErrors, 'error')}`,
    ...(tokens ? [`- ${JSON.stringify(tokens)} tokens, ${usd} USD`] : []),
    '',
    '## What happened',
    '',
    ...events.flatMap(paragraph),
    '## Facts of the final page',
    '',
    '```json',
    JSON.stringify(trajectory.observations, null, 2),
    '```',
    '',
    'Before you commit, check three points. Another agent could make every call. No call has private data. A replay passes.',
    '',
  ].join('\n');
}

function paragraph(event: SavedEvent): string[] {
  switch (event.type) {
    case 'navigate':
      return [`Opened ${event.url}`, ''];
    case 'model_turn':
      return event.text ? [...event.text.split('\n').map((line) => `> ${line}`), ''] : [];
    case 'tool_call':
      return [`${event.seq}. \`${event.tool}\` ${JSON.stringify(event.args)}`, ''];
    case 'tool_result':
      return [
        event.isError ? `   error, ${event.bytes} bytes:` : `   ${event.kind}, ${event.bytes} bytes:`,
        '',
        ...firstLines(event.preview).map((line) => `       ${line}`),
        '',
      ];
    default:
      return [];
  }
}

function firstLines(text: string): string[] {
  return text.slice(0, maxCharacters).split('\n').slice(0, maxLines);
}
