import { saidBy, whatIsByScript, whatIsMissing } from '../../agents/baselines/walk/why-not.ts';
import type { CapabilityCell } from '../../results/records/capabilities-record.ts';
import type { Dialect } from '../../servers/dialects/dialect.ts';
import { Walkthrough } from '../../task/walkthroughs/walkthrough.ts';

export type Way = { nth: number; by: 'tools' | 'script'; steps: Walkthrough };

/**
 * The ways that a server can be told, those by its own tools first; and of the others what it lacks. Waiting counts as
 * neither: whoever has no tool for it reads again. Nor does reading where something stands; reading what is asked for does.
 */
export function waysOf(
  walkthroughs: readonly unknown[],
  dialect: Dialect,
): { ways: Way[]; missing: CapabilityCell['missing'] } {
  const parsed = walkthroughs.map((each, index) => ({ nth: index + 1, steps: Walkthrough.parse(each) }));
  const ways = parsed
    .filter(({ steps }) => whatIsMissing(steps, dialect).length === 0)
    .map((way): Way => ({ ...way, by: saidBy(way.steps, dialect) === 'script' ? 'script' : 'tools' }));
  const missing = new Map(
    parsed
      .flatMap(({ steps }) => [...whatIsMissing(steps, dialect), ...whatIsByScript(steps, dialect)])
      .map(({ verb, way: { why, lacks, fails } }) => [
        verb,
        { verb, why, lacks: lacks?.source ?? null, fails },
      ]),
  );
  return {
    ways: [...ways.filter(({ by }) => by === 'tools'), ...ways.filter(({ by }) => by === 'script')],
    missing: [...missing.values()],
  };
}
