import { noToolMapping, toolMappingOf } from '../../../servers/tool-mappings/index.ts';
import type { Task } from '../../../task/task.ts';
import type { PageElement } from '../../../task/walkthroughs/page-element.ts';
import { type BuiltInAgentMaker, defineBuiltInAgent } from '../../built-in-agent.ts';
import { type Acts, Hand, playActs } from './hand.ts';

type Baseline = {
  id: string;
  summary: string;
  /** Its actions, from the goal and the pages alone. */
  acts(hand: Hand, goal: string, trial: number): Acts<null>;
};

/**
 * A built-in agent of simple rules, so every task that it passes needs no model. Errors of the server do not end it.
 */
export function defineBaseline({ id, summary, acts }: Baseline): BuiltInAgentMaker {
  return defineBuiltInAgent({
    id,
    kind: 'baseline',
    summary,
    make: async () => ({
      model: null,
      missing: async (_: Task, server) => (toolMappingOf(server) ? null : noToolMapping(server)),
      open: async ({ goal }, server, trial = 1) => {
        const mapping = toolMappingOf(server);
        if (!mapping) throw new Error(`no tool mapping for ${server.id}`);
        const hand = new Hand(mapping);
        const { next, meetTools } = playActs(hand, acts(hand, goal, trial), { pastErrors: true });
        return { session: { next, meetTools } };
      },
    }),
  });
}

/** Stop words of a goal. */
const empty: ReadonlySet<string> = new Set(
  [
    'about after all and any are but can does for from get has have how into its not now off one only open',
    'out page see site stay that the them then there these this those under until what when where which who with you your',
  ].flatMap((line) => line.split(' ')),
);

/** The words of a text, each once, in lower case and in their order, without stop words. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length > 2 && !empty.has(word)))];
}

/** Acts on an element of the last answer; does nothing if the server has no ref or no tool for it. */
export function* actOn(
  hand: Hand,
  element: PageElement,
  how:
    | { verb: 'click' }
    | { verb: 'fill'; text: string }
    | { verb: 'select'; option: string }
    | { verb: 'check' },
): Acts<void> {
  const on = hand.shown(element);
  if (!on || hand.whyCannot(how.verb) !== null) return;
  if (how.verb === 'click') yield* say(hand.say('click', { on }));
  if (how.verb === 'fill') yield* say(hand.say('fill', { on, text: how.text }));
  if (how.verb === 'select') yield* say(hand.say('select', { on, option: how.option }));
  if (how.verb === 'check') yield* say(hand.say('check', { on, to: true }));
}

/** Does nothing if the server has no tool for keys. */
export function* press(hand: Hand, key: string): Acts<void> {
  if (hand.whyCannot('press') !== null) return;
  yield* say(hand.say('press', { key }));
}

/** Reads the page. If a dialog blocks it and the server can dismiss it, dismisses it and reads again. */
export function* look(hand: Hand): Acts<PageElement[]> {
  yield { say: hand.read() };
  const elements = hand.elements();
  if (elements.length > 0 || hand.whyCannot('dismiss') !== null) return elements;
  yield* say(hand.say('dismiss', {}));
  yield { say: hand.read() };
  return hand.elements();
}

function* say(calls: ReturnType<Hand['say']>): Acts<void> {
  for (const call of calls) yield { say: call };
}
