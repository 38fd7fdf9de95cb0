import type { Answer } from '../../servers/answer.ts';
import { words } from '../models/loop-words.ts';
import { shownAnswer } from '../models/shown-answer.ts';

/** One argument of a command may have 131,072 bytes on Linux; the rest is for what an agent's own adds. */
const maxBytes = 120_000;

/** All that an agent is told, in one text: what our own loop tells a model, the opening call's answer included. */
export async function agentPrompt(
  { system, task }: { system: string; task: string },
  opening: Answer | null,
): Promise<string> {
  const shown = opening ? await shownAnswer(opening) : [];
  const text = shown.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const told = [system, task, ...(text === '' ? [] : [words.opening(text)])]
    .join('\n\n')
    .replaceAll('\0', '');
  const bytes = Buffer.from(told);
  if (bytes.length <= maxBytes) return told;
  // No character is cut in two: what is left of one at the end is dropped.
  const kept = bytes
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
  return `${kept}\n[cut: ${told.length - kept.length} more characters are not shown]`;
}
