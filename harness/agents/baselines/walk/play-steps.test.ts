import { expect, test } from 'vitest';
import { toAnswer } from '../../../servers/answer.ts';
import { playwright } from '../../../servers/tool-mappings/playwright.ts';
import type { ToolMapping } from '../../../servers/tool-mappings/tool-mapping.ts';
import { parseReferenceSolution } from '../../../task/walkthroughs/read-walkthrough.ts';
import { Hand } from './hand.ts';
import { playSteps } from './play-steps.ts';

/** The calls of a reference solution on a server with these answers: their names, and whether they repeat the one before. */
function playedOn(hand: Hand, walkthrough: string, answers: string[]): [tool: string, again: boolean][] {
  const played = playSteps(parseReferenceSolution('walk.yaml', walkthrough), hand);
  const calls: [string, boolean][] = [];
  for (let act = played.next(); !act.done; act = played.next())
    if ('say' in act.value) {
      calls.push([act.value.say.tool, act.value.again === true]);
      hand.hear(toAnswer([{ type: 'text', text: answers.shift() ?? '' }], false));
    }
  return calls;
}

test('a reading of a page that was not ready is repeated by the next one, and a second kind of reading is not', () => {
  const early = snapshotOf('Wait');
  const click = '- click: { role: button, name: Keep }';
  expect(playedOn(new Hand(playwright), click, [early, early, snapshotOf('Keep'), ''])).toEqual([
    ['browser_snapshot', false],
    ['browser_snapshot', true],
    ['browser_snapshot', true],
    ['browser_click', false],
  ]);
  const whole = new Hand({ ...playwright, readWhole: () => ({ tool: 'whole', args: {} }) });
  expect(playedOn(whole, click, [early, early, early, snapshotOf('Keep'), ''])).toEqual([
    ['browser_snapshot', false],
    ['whole', false],
    ['browser_snapshot', true],
    ['whole', true],
    ['browser_click', false],
  ]);
});

test('a wait without a tool for it, and the list of tabs, repeat their reading', () => {
  const waits = { ...playwright, verbs: { ...playwright.verbs, wait: { by: 'reading' as const } } };
  expect(playedOn(new Hand(waits), '- wait: Here', [snapshotOf('Wait'), snapshotOf('Here')])).toEqual([
    ['browser_snapshot', false],
    ['browser_snapshot', true],
  ]);
  const tabs = [
    '- 0: (current) [A](https://a.test/)',
    '- 0: [A](https://a.test/)\n- 1: (current) [B](https://b.test/)',
  ];
  expect(playedOn(new Hand(playwright), '- tab: https://b.test/', [...tabs, ''])).toEqual([
    ['browser_tabs', false],
    ['browser_tabs', true],
    ['browser_tabs', false],
  ]);
});

const snapshotOf = (...buttons: string[]) =>
  `### Snapshot\n\`\`\`yaml\n${buttons.map((name, nth) => `- button "${name}" [ref=e${nth}]`).join('\n')}\n\`\`\``;

test('a key is pressed until the page shows the target, with a pause after each press', () => {
  const steps = parseReferenceSolution(
    'walk.yaml',
    '- seek: { role: button, name: Keep dal, key: PageDown }',
  );
  const hand = new Hand(playwright);
  const readings = [snapshotOf('Keep soup'), snapshotOf('Keep pie'), snapshotOf('Keep pie', 'Keep dal')];
  const acts: string[] = [];
  const played = playSteps(steps, hand);
  for (let act = played.next(); !act.done; act = played.next()) {
    if ('say' in act.value) {
      const { tool } = act.value.say;
      const text = tool === 'browser_snapshot' ? (readings.shift() ?? '') : '';
      hand.hear(toAnswer([{ type: 'text', text }], false));
      acts.push(tool);
    } else acts.push('time');
  }
  const [look, press] = ['browser_snapshot', 'browser_press_key'];
  expect(acts).toEqual([look, press, 'time', look, press, 'time', look]);
});

test('text without a ref is named by its words, if the server takes them and the target gives nothing else', () => {
  const clicked = (target: string, shown: string, mapping: ToolMapping = playwright) => {
    const hand = new Hand(mapping);
    const played = playSteps(parseReferenceSolution('walk.yaml', `- click: ${target}`), hand);
    for (let act = played.next(); !act.done; act = played.next())
      if ('say' in act.value) {
        const { tool, args } = act.value.say;
        if (tool === 'browser_click') return args.target;
        hand.hear(toAnswer([{ type: 'text', text: shown }], false));
      }
    return null;
  };
  const folded = '- generic [ref=e1]: Lorem ipsum dolor';
  expect(clicked('{ name: ipsum, nth: 1 }', folded)).toBe('text="ipsum" >> nth=0');
  expect(clicked('{ name: ipsum, nth: 1 }', '- link "ipsum" [ref=e2]')).toMatchObject({ value: 'e2' });
  expect(() => clicked('{ role: link, name: ipsum }', folded)).toThrow('link "ipsum": not found');
  const { byText: _, ...needsRef } = playwright;
  expect(() => clicked('{ name: ipsum, nth: 1 }', folded, needsRef)).toThrow('not found');
});
