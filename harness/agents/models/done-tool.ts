import type { Tool } from '../../servers/answer.ts';

const name = 'done';
const otherName = 'contract_bench_done';

/** The one tool that the harness adds to a server's: it ends the episode and says what came of it. */
export function doneTool(tools: readonly Tool[]): Tool {
  return {
    name: tools.some((tool) => tool.name === name) ? otherName : name,
    description:
      'Ends the task. Call it when the goal is reached, or when it cannot be reached, with nothing left to do.',
    inputSchema: {
      type: 'object',
      properties: {
        success: { type: 'boolean', description: 'Whether the goal was reached.' },
        answer: {
          type: 'string',
          description: 'The answer that the goal asks for; empty where it asks for none.',
        },
      },
      required: ['success'],
    },
  };
}

/** What an agent says at its end; null where it did not say it. */
export type Report = { success: boolean | null; answer: string | null };

/** Of the arguments of a call of that tool; whatever is not understood was not said. */
export function reportOf({ success, answer }: Record<string, unknown>): Report {
  const said = success === 'true' ? true : success === 'false' ? false : success;
  return {
    success: typeof said === 'boolean' ? said : null,
    answer: typeof answer === 'string' && answer !== '' ? answer : null,
  };
}

/** Of an agent that ends in words: what its last line says behind `ANSWER:`; null where it says none. */
export function answerInWords(text: string): string | null {
  return /(?:^|\n)ANSWER:[ \t]*(\S.*?)\s*$/.exec(text)?.[1] ?? null;
}
