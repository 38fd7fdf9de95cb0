import { UserError } from '../../platform/errors/user-error.ts';
import { align } from '../../platform/words/columns.ts';
import { thereIs } from '../../platform/words/known-names.ts';
import { Reach, type ReachCell } from '../../results/records/parts/reach.ts';
import type { PartWork } from '../parts/part.ts';
import { editionSha256 } from './pages.ts';
import { playRoads } from './play-roads.ts';
import { Rig, type RigPlan } from './rig.ts';
import { targets } from './targets.ts';

/** A navigation that gets no answer takes some servers 30 s; nothing here takes a quiet machine more than a second. */
const callLimitMs = 12_000;

export const reachWork: PartWork<Reach> = {
  schema: Reach,
  open: async ({ chromium, project, only, signal, log }) => {
    const unknown = only.find((id) => !targets.some((target) => target.id === id));
    if (unknown !== undefined)
      throw new UserError(
        `reach: unknown target "${unknown}"; ${thereIs(
          unknown,
          targets.map(({ id }) => id),
        )}`,
      );
    const hidden = { checkout: project.checkout, answers: [] };
    return ({ server }) => {
      log(`reach: ${server.id}`);
      return measureReach({ server, chromium, hidden, callLimitMs, signal }, only);
    };
  },
  differ: (stored, found) => {
    if (stored.editionSha256 !== found.editionSha256)
      return ['editionSha256: other targets or pages; measure it again'];
    const [before, now] = [verdictsOf(stored), verdictsOf(found)];
    return [...new Set([...before.keys(), ...now.keys()])].flatMap((cell) => {
      const [old, each] = [before.get(cell) ?? 'no cell', now.get(cell) ?? 'no cell'];
      return old === each ? [] : [`${cell}: ${old} -> ${each}`];
    });
  },
  lines: tableOf,
};

/**
 * Measures one server. `only`: the ids of the targets beside the control; empty: all. Throws if the server does not start,
 * opens no public address or is not sandboxed here.
 */
export async function measureReach(plan: RigPlan, only: readonly string[] = []): Promise<Reach> {
  await using rig = new Rig(plan);
  await rig.start();
  const asked = targets.filter(({ id }, index) => index === 0 || only.length === 0 || only.includes(id));
  const played = await playRoads(rig, plan.server, asked);
  return {
    editionSha256: await editionSha256(),
    targets: asked.map(({ id, title, url }) => ({ id, title, url })),
    ...played,
  };
}

function verdictsOf({ cells }: Reach): Map<string, string> {
  return new Map(cells.map((cell) => [`${cell.road} to ${cell.target}`, wordsOf(cell)]));
}

function wordsOf({ verdict, by }: ReachCell): string {
  return verdict === 'answered' ? `${verdict} by the ${by}` : verdict;
}

const letters: Record<ReachCell['verdict'], string> = {
  answered: 'A',
  blocked: 'b',
  refused: '-',
  'not-asked': '.',
};

/** One line for each target, one column for each road. */
function tableOf({ targets: all, roads, cells }: Reach): string[] {
  const taken = roads.filter(({ why }) => why === null);
  const letterOf = (road: string, target: string) => {
    const cell = cells.find((each) => each.road === road && each.target === target);
    if (!cell) return '';
    return `${letters[cell.verdict]}${cell.verdict === 'answered' && cell.by === 'server' ? 's' : ''}`;
  };
  const rows = all.map(({ id, title }) => [title, ...taken.map((road) => letterOf(road.id, id))]);
  return [
    ...align([['', ...taken.map((_, index) => String(index + 1))], ...rows]),
    'A answered, As answered by the server itself, b blocked by the browser, - refused by the server, . not asked',
    ...taken.map(
      ({ title, tool }, index) => `${index + 1}  ${title === tool ? title : `${title} (${tool})`}`,
    ),
    ...roads.flatMap(({ title, why }) => (why === null ? [] : [`not taken: ${title}: ${why}`])),
  ];
}
