import { expect, test } from 'vitest';
import { toAnswer } from '../../../servers/answer.ts';
import { playwright } from '../../../servers/tool-mappings/playwright.ts';
import { parseReferenceSolution } from '../../../task/walkthroughs/read-walkthrough.ts';
import { Hand } from './hand.ts';
import { playSteps } from './play-steps.ts';

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
