import type { Asks, Cannot, Dialect } from '../../../servers/dialects/dialect.ts';
import type { Step, Walkthrough } from '../../../task/walkthroughs/walkthrough.ts';

/** What a server's tools cannot be told of what a walkthrough asks for, a verb once. */
export function whatIsMissing(steps: Walkthrough, { verbs }: Dialect): { verb: Step['verb']; way: Cannot }[] {
  const missing = new Map<keyof Asks, { verb: Step['verb']; way: Cannot }>();
  for (const step of steps) {
    const verb = spoken(step);
    const way = verb && verbs[verb];
    if (verb && way?.by === 'nobody') missing.set(verb, { verb: step.verb, way });
  }
  return [...missing.values()];
}

/** What a server has no tool of its own for, and does by the one that runs scripts; a verb once. */
export function whatIsByScript(
  steps: Walkthrough,
  { verbs, readsBy }: Dialect,
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
export function whyNot(steps: Walkthrough, dialect: Dialect): string | null {
  const [first] = whatIsMissing(steps, dialect);
  return first ? `${first.verb}: ${first.way.why}` : null;
}

/** Whether a walkthrough takes the tool that runs scripts, for what it does or for what it reads; waiting does not count. */
export function saidBy(steps: Walkthrough, { verbs, readsBy }: Dialect): 'tool' | 'script' {
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

/** What of a dialect a step is said with; null for one that only reads or ends. */
function spoken({ verb, what }: Step): keyof Asks | null {
  if (verb === 'read' || verb === 'done') return null;
  if (verb === 'download') return 'click';
  if (verb === 'seek') return 'press';
  if (verb === 'dialog') return what === 'dismiss' ? 'dismiss' : 'accept';
  if (verb === 'byName') return what.frames ? 'inFrame' : 'byName';
  return verb;
}
