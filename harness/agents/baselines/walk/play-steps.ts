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

/** How often a page is read until it shows what a step is about, and how long is waited before it is read again. */
const maxLooks = 8;
const pauseMs = 250;

/** How often a key is pressed until a page has what is sought. */
const maxPressed = 60;

/** Plays a walkthrough. Returns what it answers; throws where a step cannot be done, naming it and what was offered. */
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
  const said = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => kept.get(name) ?? whole);
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
      return yield* say(hand, step.verb, { on: yield* find(hand, step.what), text: said(step.what.text) });
    case 'press':
      return yield* say(hand, 'press', { key: step.what });
    case 'select':
      return yield* say(hand, 'select', { on: yield* find(hand, step.what), option: said(step.what.option) });
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
      return yield* script(hand, step.what.keep, said(step.what.code), kept);
    case 'drag':
      return yield* drag(hand, step.what);
    case 'dialog':
      if (step.what === 'dismiss') return yield* say(hand, 'dismiss', {});
      return yield* say(hand, 'accept', { text: step.what === 'accept' ? null : said(step.what.accept) });
    case 'tab':
      return yield* goToTab(hand, step.what);
    case 'closeTab':
      return yield* say(hand, 'closeTab', {});
    case 'frame':
      return yield* say(hand, 'frame', { on: step.what === 'page' ? null : yield* find(hand, step.what) });
    case 'byName': {
      const { role, name, text, frames } = step.what;
      const ask = { role, name, text: text === undefined ? null : said(text) };
      return frames ? yield* say(hand, 'inFrame', { ...ask, frames }) : yield* say(hand, 'byName', ask);
    }
    case 'wait':
      return yield* waitFor(hand, said(step.what));
    case 'read':
      kept.set(step.what.keep, yield* read(hand, step.what));
      return null;
    case 'readText':
      kept.set(step.what.keep, yield* readText(hand, step.what.pattern));
      return null;
    case 'done': {
      const { answer } = step.what;
      if (answer === undefined) return null;
      return typeof answer === 'string' ? said(answer) : yield* read(hand, answer.read);
    }
  }
}

function* say<Verb extends keyof VerbArguments>(
  hand: Hand,
  verb: Verb,
  ask: VerbArguments[Verb],
): Acts<null> {
  for (const said of hand.say(verb, ask)) yield { say: said };
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
    // A page that is still scrolling or loading would be pressed in vain: how often would be a matter of its speed.
    yield { pauseMs };
  }
}

function* script(hand: Hand, keep: string | undefined, code: string, kept: Map<string, string>): Acts<null> {
  try {
    yield* say(hand, 'script', { code });
  } catch (error) {
    // Of a script that left the page some servers say nothing else.
    if (keep !== undefined || !isOfLeaving(error)) throw error;
  }
  if (keep === undefined) return null;
  // Servers repeat the code too, in which the brackets are parts of texts.
  const [, value] = /\[\[((?:(?!['"`] ?\+)[\s\S])*?)\]\]/.exec(hand.heard()) ?? [];
  if (value === undefined) throw new Error('the script returned nothing between [[ and ]]');
  kept.set(keep, value);
  return null;
}

function* waitFor(hand: Hand, text: string): Acts<null> {
  if (!hand.waitsByReading()) return yield* say(hand, 'wait', { text });
  for (let look = 1; ; look += 1) {
    yield* reading(hand, hand.read());
    if (pageText(hand).includes(text)) return null;
    if (look === maxLooks) throw new Error(`"${text}" is nowhere in the page`);
    yield { pauseMs };
  }
}

/** Some servers answer with an error while a page gives way to the next one: that shows nothing. */
function* reading(hand: Hand, said: MappedCall): Acts<void> {
  try {
    yield { say: said };
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
  // Both of one reading: a server may forget what it told before.
  const first = yield* find(hand, from);
  const [second, ...more] = findElements(hand.elements(), to);
  const other = second && more.length === 0 ? hand.shown(second) : null;
  if (!other) throw new Error(notFound(to, findElements(hand.elements(), to), hand.elements()));
  return yield* say(hand, 'drag', { from: first, to: other });
}

function* goToTab(hand: Hand, url: string): Acts<null> {
  for (let look = 1; ; look += 1) {
    yield { say: hand.listTabs() };
    const tabs = hand.tabs();
    const [tab, ...more] = tabs.filter((each) => each.url.includes(url));
    if (tab && more.length === 0) {
      for (const said of hand.say('tab', { to: tab.page })) yield { say: said };
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

function* find(hand: Hand, target: Target): Acts<ShownElement> {
  const element = yield* seen(hand, target);
  const shown = hand.shown(element);
  if (!shown) throw new Error(`${describeTarget(target)}: the server gives it no name to act on`);
  return shown;
}

/** Reads the page until it shows the element: what comes late, and every second time what the usual reading leaves out. */
function* seen(hand: Hand, target: Target): Acts<PageElement> {
  for (let look = 1; ; look += 1) {
    yield* reading(hand, readingOf(hand, look));
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

function* readText(hand: Hand, pattern: string): Acts<string> {
  for (let look = 1; ; look += 1) {
    for (const said of hand.say('readText', {})) yield* reading(hand, said);
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
    yield* reading(hand, readingOf(hand, look));
    const [, group] = new RegExp(what.pattern).exec(what.exact ? hand.heard() : pageText(hand)) ?? [];
    if (group !== undefined) return group;
    if (look === maxLooks) throw new Error(`the pattern ${what.pattern} is nowhere in the page`);
    yield { pauseMs };
  }
}

/** What a server's tools cannot be told of what a walkthrough asks for, a verb once. */
export function whatIsMissing(
  steps: ReferenceSolution,
  { verbs }: ToolMapping,
): { verb: Step['verb']; way: Cannot }[] {
  const missing = new Map<keyof VerbArguments, { verb: Step['verb']; way: Cannot }>();
  for (const step of steps) {
    const verb = spoken(step);
    const way = verb && verbs[verb];
    if (verb && way?.by === 'nobody') missing.set(verb, { verb: step.verb, way });
  }
  return [...missing.values()];
}

/** What a server has no tool of its own for, and does by the one that runs scripts; a verb once. */
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

/** Why a server's tools cannot do what a walkthrough asks for; null where they can. */
export function whyNot(steps: ReferenceSolution, mapping: ToolMapping): string | null {
  const [first] = whatIsMissing(steps, mapping);
  return first ? `${first.verb}: ${first.way.why}` : null;
}

/** Whether a walkthrough takes the tool that runs scripts, for what it does or for what it reads; waiting does not count. */
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

/** The verb of a tool mapping that a step needs; null for one that only reads or ends. */
function spoken({ verb, what }: Step): keyof VerbArguments | null {
  if (verb === 'read' || verb === 'done') return null;
  if (verb === 'download') return 'click';
  if (verb === 'seek') return 'press';
  if (verb === 'dialog') return what === 'dismiss' ? 'dismiss' : 'accept';
  if (verb === 'byName') return what.frames ? 'inFrame' : 'byName';
  return verb;
}
