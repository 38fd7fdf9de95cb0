import { expect, test } from 'vitest';
import { lastWords } from './last-words.ts';

test.for([
  [
    "node:internal/modules/cjs/loader:1386\n  throw err;\n  ^\n\nError: Cannot find module '/x.js'\n    at a (b:1:2) {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}\n\nNode.js v24.21.0\n",
    "Error: Cannot find module '/x.js'",
  ],
  [
    'Traceback (most recent call last):\n  File "x.py", line 1\nModuleNotFoundError: No module named mcp\n',
    'ModuleNotFoundError: No module named mcp',
  ],
  ['starting\n\npanic: no display\ngoroutine 1\n', 'panic: no display'],
  ['one\ntwo\n\nthree\nfour\n', 'two | three | four'],
  ['segmentation fault', 'segmentation fault'],
  [' \n', ''],
] as const)('of what a program said the mistake is told %#', ([said, told]) => {
  expect(lastWords(said)).toBe(told);
});
