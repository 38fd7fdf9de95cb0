import type {
  Cannot,
  MappedCall,
  ShownElement,
  ToolMapping,
  VerbArguments,
} from '../../../servers/tool-mappings/tool-mapping.ts';
import { findElements, textOf } from '../../../task/walkthroughs/find-element.ts';
import type { PageElement } from '../../../task/walkthroughs/page-element.ts';
import {
  describeTarget,
  type Reading,
  type ReferenceSolution,
  type Step,
  type Target,
} from '../../../task/walkthroughs/walkthrough.ts';
import type { Acts } from './hand.ts';
import { type Hand, notFound } from './hand.ts';

/** The limit of readings until a page shows the target of a step, and the pause between them. */
const maxLooks = 8;
const pauseMs = 250;

/** The limit of key presses until a page shows the target. */
const maxPressed = 60;

/**
 * Plays a reference solution and returns its answer. Throws if a step fails, with the step and the offered elements.
 */
export function* playSteps(steps: ReferenceSolution, hand: Hand): Acts<string | null> {
  const kept = new Map<string, string>();
  for (const [index, step] of steps.entries()) {
    try {
      const answer = yield* playStep(step, hand, kept);
      if (step.verb === 'done') return answer;
    } catch (error) {
      throw new Error(
        `step ${index + 1} (${step.verb}): ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return null;
}

function* playStep(step: Step, hand: Hand, kept: Map<string, string>): Acts<string | null> {
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => kept.get(name) ?? whole);
  switch (step.verb) {
    case 'open':
      return yield* say(hand, 'open', { url: step.what });
    case 'click':
    case 'doubleClick':
    case 'rightClick':
    case 'hover':
    case 'scroll':
      return yield* say(hand, step.verb, { on: yield* find(hand, step.what) });
    case 'download':
      return yield* say(hand, 'click', { on: yield* find(hand, step.what) });
    case 'fill':
    case 'type':
      return yield* say(hand, step.verb, { on: yield* find(hand, step.what), text: filled(step.what.text) });
    case 'press':
      return yield* say(hand, 'press', { key: step.what });
    case 'select':
      return yield* say(hand, 'select', {
        on: yield* find(hand, step.what),
        option: filled(step.what.option),
      });
    case 'check':
      return yield* say(hand, 'check', { on: yield* find(hand, step.what), to: step.what.on });
    case 'upload':
      return yield* say(hand, 'upload', { on: yield* find(hand, step.what), file: step.what.file });
    case 'hold':
      return yield* say(hand, 'hold', { on: yield* find(hand, step.what), key: step.what.key });
    case 'seek':
      return yield* seek(hand, step.what);
    case 'pressHold':
      return yield* say(hand, 'pressHold', { on: yield* find(hand, step.what), ms: step.what.ms });
    case 'clickAt':
      return yield* say(hand, 'clickAt', step.what);
    case 'print':
      return yield* say(hand, 'print', {});
    case 'script':
      return yield* script(hand, step.what.keep, filled(step.what.code), kept);
    case 'drag':
      return yield* drag(hand, step.what);
    case 'dialog':
      if (step.what === 'dismiss') return yield* say(hand, 'dismiss', {});
      return yield* say(hand, 'accept', { text: step.what === 'accept' ? null : filled(step.what.accept) });
    case 'tab':
      return yield* goToTab(hand, step.what);
    case 'closeTab':
      return yield* say(hand, 'closeTab', {});
    case 'frame':
      return yield* say(hand, 'frame', { on: step.what === 'page' ? null : yield* find(hand, step.what) });
    case 'byName': {
      const { role, name, text, frames } = step.what;
      const ask = { role, name, text: text === undefined ? null : filled(text) };
      return frames ? yield* say(hand, 'inFrame', { ...ask, frames }) : yield* say(hand, 'byName', ask);
    }
    case 'wait':
      return yield* waitFor(hand, filled(step.what));
    case 'read':
      kept.set(step.what.keep, yield* read(hand, step.what));
      return null;
    case 'readText':
      kept.set(step.what.keep, yield* readText(hand, step.what.pattern));
      return null;
    case 'done': {
      const { answer } = step.what;
      if (answer === undefined) return null;
      return typeof answer === 'string' ? filled(answer) : yield* read(hand, answer.read);
    }
  }
}

function* say<Verb extends keyof VerbArguments>(
  hand: Hand,
  verb: Verb,
  ask: VerbArguments[Verb],
): Acts<null> {
  for (const call of hand.say(verb, ask)) yield { say: call };
  return null;
}

function* seek(hand: Hand, target: Target & { key: string }): Acts<null> {
  for (let pressed = 0; ; pressed += 1) {
    yield* reading(hand, hand.read());
    if (findElements(hand.elements(), target).length > 0) return null;
    if (pressed === maxPressed)
      throw new Error(
        `${describeTarget(target)}: ${target.key} was pressed ${maxPressed} times, and it is not there`,
      );
    yield* say(hand, 'press', { key: target.key });
    // Presses during scrolling or loading have no effect, so without a pause their number would depend on the page's
    // speed.
    yield { pauseMs };
  }
}

function* script(hand: Hand, keep: string | undefined, code: string, kept: Map<string, string>): Acts<null> {
  try {
    yield* say(hand, 'script', { code });
  } catch (error) {
    // If a script leaves the page, some servers only report this error.
    if (keep !== undefined || !isOfLeaving(error)) throw error;
  }
  if (keep === undefined) return null;
  // Servers repeat the code too, where the brackets are inside string literals.
  const [, value] = /\[\[((?:(?!['"`] ?\+)[\s\S])*?)\]\]/.exec(hand.heard()) ?? [];
  if (value === undefined) throw new Error('the script returned nothing between [[ and ]]');
  kept.set(keep, value);
  return null;
}

function* waitFor(hand: Hand, text: string): Acts<null> {
  if (!hand.waitsByReading()) return yield* say(hand, 'wait', { text });
  for (let look = 1; ; look += 1) {
    yield* reading(hand, hand.read(), look > 1);
    if (pageText(hand).includes(text)) return null;
    if (look === maxLooks) throw new Error(`"${text}" is nowhere in the page`);
    yield { pauseMs };
  }
}

/** Some servers answer with an error during a navigation. Such an answer counts as an empty page. */
function* reading(hand: Hand, call: MappedCall, again = false): Acts<void> {
  try {
    yield { say: call, again };
  } catch (error) {
    if (!isOfLeaving(error)) throw error;
    hand.overlook();
  }
}

function isOfLeaving(error: unknown): boolean {
  return error instanceof Error && /navigat|context was destroyed/i.test(error.message);
}

function pageText(hand: Hand): string {
  return hand
    .elements()
    .map(({ name, value }) => `${name} ${value}`.trim())
    .join('\n');
}

function* drag(hand: Hand, { from, to }: { from: Target; to: Target }): Acts<null> {
  // Both from one reading, because refs of earlier readings may expire.
  const first = yield* find(hand, from);
  const [second, ...more] = findElements(hand.elements(), to);
  const other = second && more.length === 0 ? hand.shown(second) : null;
  if (!other) throw new Error(notFound(to, findElements(hand.elements(), to), hand.elements()));
  return yield* say(hand, 'drag', { from: first, to: other });
}

function* goToTab(hand: Hand, url: string): Acts<null> {
  for (let look = 1; ; look += 1) {
    yield { say: hand.listTabs(), again: look > 1 };
    const tabs = hand.tabs();
    const [tab, ...more] = tabs.filter((each) => each.url.includes(url));
    if (tab && more.length === 0) {
      for (const call of hand.say('tab', { to: tab.page })) yield { say: call };
      hand.goTo(tab);
      return null;
    }
    if (more.length > 0 || look === maxLooks)
      throw new Error(
        `a tab at ${url}: found ${more.length > 0 ? more.length + 1 : 'none'}; there are ${tabs.map((each) => each.url).join(', ') || 'none'}`,
      );
    yield { pauseMs };
  }
}

/**
 * Reads the page until it shows the element, as calls name it. Text that the reading does not show as an element is
 * named by its words, if the server takes them. Throws if the element is not found or has no ref.
 */
export function* find(hand: Hand, target: Target): Acts<ShownElement> {
  const byText = hand.shownByText(target);
  if (byText !== null) {
    yield* reading(hand, hand.read());
    const [element] = findElements(hand.elements(), target);
    return (element && hand.shown(element)) ?? byText;
  }
  const element = yield* seen(hand, target);
  const shown = hand.shown(element);
  if (!shown) throw new Error(`${describeTarget(target)}: the server gives it no ref to act on`);
  return shown;
}

/** Reads the page until it shows the element. Every second reading includes elements that the usual one leaves out. */
function* seen(hand: Hand, target: Target): Acts<PageElement> {
  for (let look = 1; ; look += 1) {
    yield* reading(hand, readingOf(hand, look), isAgain(hand, look));
    const elements = hand.elements();
    const found = findElements(elements, target);
    const [element] = found;
    if (element && found.length === 1) return element;
    if (found.length > 1 || look === maxLooks) throw new Error(notFound(target, found, elements));
    yield { pauseMs };
  }
}

function readingOf(hand: Hand, look: number): MappedCall {
  return (look % 2 === 0 ? hand.readWhole() : null) ?? hand.read();
}

/** The first two readings differ if the second gives the whole page, and then each shows what the other leaves out. */
function isAgain(hand: Hand, look: number): boolean {
  return look > (hand.readWhole() === null ? 1 : 2);
}

function* readText(hand: Hand, pattern: string): Acts<string> {
  for (let look = 1; ; look += 1) {
    for (const call of hand.say('readText', {})) yield* reading(hand, call, look > 1);
    const [, group] = new RegExp(pattern).exec(hand.text()) ?? [];
    if (group !== undefined) return group;
    if (look === maxLooks) throw new Error(`the pattern ${pattern} is nowhere in the text of the page`);
    yield { pauseMs };
  }
}

function* read(hand: Hand, what: Reading): Acts<string> {
  if (!('pattern' in what)) {
    const element = yield* seen(hand, what);
    return textOf(hand.elements(), element);
  }
  for (let look = 1; ; look += 1) {
    yield* reading(hand, readingOf(hand, look), isAgain(hand, look));
    const [, group] = new RegExp(what.pattern).exec(what.exact ? hand.heard() : pageText(hand)) ?? [];
    if (group !== undefined) return group;
    if (look === maxLooks) throw new Error(`the pattern ${what.pattern} is nowhere in the page`);
    yield { pauseMs };
  }
}

/** The verbs of a reference solution that a server's tools cannot do, each once. */
export function whatIsMissing(
  steps: ReferenceSolution,
  { verbs }: ToolMapping,
): { verb: Step['verb']; way: Cannot }[] {
  const missing = new Map<keyof VerbArguments, { verb: Step['verb']; way: Cannot }>();
  for (const step of steps) {
    const verb = spoken(step);
    const way = verb && verbs[verb];
    if (verb && way && 'why' in way) missing.set(verb, { verb: step.verb, way });
  }
  return [...missing.values()];
}

/** The verbs that a server can do only with its script tool, each once. */
export function whatIsByScript(
  steps: ReferenceSolution,
  { verbs, readsBy }: ToolMapping,
): { verb: Step['verb']; way: Cannot }[] {
  const lacking = new Map<Step['verb'], { verb: Step['verb']; way: Cannot }>();
  for (const step of steps) {
    const verb = spoken(step);
    const way = verb && verbs[verb];
    const lack = way?.by === 'script' ? way.lack : null;
    const found = readsText(step) && readsBy !== 'tool' ? readsBy : lack;
    if (found && step.verb !== 'wait') lacking.set(step.verb, { verb: step.verb, way: found });
  }
  return [...lacking.values()];
}

/** The reason why a server's tools cannot play a reference solution; null if they can. */
export function whyNot(steps: ReferenceSolution, mapping: ToolMapping): string | null {
  const [first] = whatIsMissing(steps, mapping);
  return first ? `${first.verb}: ${first.way.why}` : null;
}

/** Whether a reference solution needs the script tool, for actions or for reading; waiting does not count. */
export function saidBy(steps: ReferenceSolution, { verbs, readsBy }: ToolMapping): 'tool' | 'script' {
  const isByScript = steps.some((step) => {
    if (step.verb === 'wait') return false;
    if (readsText(step)) return readsBy !== 'tool';
    const verb = spoken(step);
    return verb !== null && verbs[verb].by === 'script';
  });
  return isByScript ? 'script' : 'tool';
}

function readsText({ verb, what }: Step): boolean {
  return verb === 'read' || (verb === 'done' && typeof what.answer === 'object');
}

/** The verb of a tool mapping for a step; null for a step that only reads or ends. */
function spoken({ verb, what }: Step): keyof VerbArguments | null {
  if (verb === 'read' || verb === 'done') return null;
  if (verb === 'download') return 'click';
  if (verb === 'seek') return 'press';
  if (verb === 'dialog') return what === 'dismiss' ? 'dismiss' : 'accept';
  if (verb === 'byName') return what.frames ? 'inFrame' : 'byName';
  return verb;
}
