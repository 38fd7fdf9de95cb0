import type { Task } from '../task/task.ts';

/** What every model is told, whatever vendor, server and task. The contract is never shown. */
export const systemPrompt = [
  'You operate a web browser through tools.',
  'Reach the goal that the user gives, and leave the browser on the page that shows it was reached.',
  'Only what is in the browser counts; what you write is not read.',
  'When the goal is reached, or cannot be reached, stop calling tools and say so in one sentence.',
].join(' ');

export function taskPrompt({ goal, startUrl }: Task): string {
  const where =
    startUrl === 'about:blank'
      ? 'The browser is open on an empty page.'
      : `The browser is open at ${startUrl}`;
  return `Goal: ${goal}\n\n${where}`;
}

export function cutAnswerPrompt(maxTokens: number): string {
  return `Your answer was cut at ${maxTokens} tokens and nothing of it was done. Go on, more briefly.`;
}
