import type { Asks, Dialect } from '../../servers/dialects/dialect.ts';
import type { Step, Walkthrough } from '../../walkthrough/walkthrough.ts';

/** Why a server's tools cannot do what a walkthrough asks for; null where they can. */
export function whyNot(steps: Walkthrough, { verbs }: Dialect): string | null {
  for (const step of steps) {
    const verb = spoken(step);
    const way = verb && verbs[verb];
    if (way?.by === 'nobody') return `${step.verb}: ${way.why}`;
  }
  return null;
}

/** What of a dialect a step is said with; null for one that only reads or ends. */
function spoken({ verb, what }: Step): keyof Asks | null {
  if (verb === 'read' || verb === 'done') return null;
  if (verb === 'download') return 'click';
  if (verb === 'seek') return 'press';
  if (verb === 'dialog') return what === 'dismiss' ? 'dismiss' : 'accept';
  return verb;
}
