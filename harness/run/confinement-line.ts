import { whyUnconfined } from './episode/open-stage.ts';
import { hiddenOf } from './hidden-of.ts';
import type { Plan } from './plan.ts';

/** What a run begins with where its server can read what the user can; null where it is confined. */
export async function confinementLine(plan: Plan): Promise<string | null> {
  const why = await whyUnconfined({ ...plan, hidden: hiddenOf(plan) });
  return (
    why &&
    `not confined: ${why}. The server can read what you can, the answers too: docs/validity.md says more`
  );
}
