import type { Task } from './task.ts';

/** What every agent is told, whatever model, vendor, server and task. The contract is never shown. */
const systemPrompt = (goal: readonly string[]) =>
  [
    'You operate a web browser through tools.',
    ...goal,
    'When the goal is reached, or cannot be reached, call the tool that ends the task.',
  ].join(' ');

const ofPage = systemPrompt([
  'Reach the goal that the user gives, and leave the browser on the page that shows it was reached.',
  'What is judged is the browser; what you write is not read.',
]);

const ofState = systemPrompt([
  'Reach the goal that the user gives, and change nothing else.',
  'What is judged is what the sites then hold and, where the goal asks for an answer, the answer that you hand to the tool that ends the task.',
]);

type Limits = { maxSteps: number; maxDurationMs: number };

/** What an agent is asked, but for the answer of the opening call. `skill`: what it is given beside the goal. */
export function promptOf(
  { goal, startUrl, verify }: Pick<Task, 'goal' | 'startUrl' | 'verify'>,
  { maxSteps, maxDurationMs }: Limits,
  skill: string | null,
): { system: string; task: string } {
  const where =
    startUrl === 'about:blank'
      ? 'The browser is open on an empty page.'
      : `The browser is open at ${startUrl}`;
  const system = verify === 'state' ? ofState : ofPage;
  const limits = `You have ${maxSteps} tool calls and ${Math.round(maxDurationMs / 1000)} seconds.`;
  return {
    system: skill === null ? system : `${system}\n\n${skill}`,
    task: `Goal: ${goal}\n\n${where}\n\n${limits}`,
  };
}
