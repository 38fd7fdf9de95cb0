import { expect, test } from 'vitest';
import { whyLost } from './measure-capabilities.ts';

type Cell = Parameters<typeof whyLost>[0][number];
const failed = (status: string, tool: string | null, why = 'the server is gone'): Cell => ({
  verdict: 'cannot',
  failed: [{ way: 1, by: 'tools', seed: 1, status, tool, why }],
});
const without: Cell = { verdict: 'cannot', failed: [] };

test.each<[string, Cell[], string | null]>([
  [
    'a server that dies in every test',
    [without, failed('tool_error', 'click'), failed('tool_error', null)],
    'no capability could be tested: the server is gone',
  ],
  ['one that never answers', [failed('timeout', null, '')], 'no capability could be tested: timeout'],
  ['one that dies in one test', [failed('tool_error', null), failed('failed', 'click')], null],
  ['one that can do one', [failed('tool_error', null), { verdict: 'script', failed: [] }], null],
  ['one whose tools cannot say any of them', [without], null],
])('%s', (_, cells, why) => {
  expect(whyLost(cells)).toBe(why);
});
