import type { Contract } from '../judge/contract.ts';
import { webOf } from './folder-of.ts';

/** A start page, and a goal with an answer. */
export const webWithGoal = await webOf({
  'a.test/index.html': '<title>Start</title><h1>Start</h1><a href="/goal">on</a>',
  'a.test/goal.html': '<h1>Goal</h1><p id="answer">42 metres</p>',
});

export const answered: Contract = { kind: 'dom_text', selector: '#answer', contains: '42 metres' };

export const reached: Contract = {
  kind: 'and',
  children: [{ kind: 'url', pattern: '^https://a\\.test/goal' }, answered],
};
