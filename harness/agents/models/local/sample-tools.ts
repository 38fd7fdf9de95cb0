import type { Tool } from '../../../servers/answer.ts';

const object = (properties: Record<string, unknown>, required: string[]) => ({
  type: 'object' as const,
  properties,
  required,
});
const text = { type: 'string' };

/** A short list as a browser server has it. The list of a real server has 1,000 to 7,300 tokens. */
export const sampleTools: readonly Tool[] = [
  { name: 'navigate', description: 'Opens an address.', inputSchema: object({ url: text }, ['url']) },
  { name: 'click', description: 'Clicks an element.', inputSchema: object({ ref: text }, ['ref']) },
  {
    name: 'type',
    description: 'Types text into a field.',
    inputSchema: object({ ref: text, text }, ['ref', 'text']),
  },
];
