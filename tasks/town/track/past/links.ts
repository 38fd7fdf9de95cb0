import type { Random } from '../../../../harness/web/host-handler.ts';
import { linkId } from '../state/ids.ts';
import type { Issue, Link, LinkKind } from '../state/rows.ts';
import type { Told } from './make-project.ts';

const link = (kind: LinkKind, { id: from }: Issue, { id: to }: Issue): Link => ({
  id: linkId(kind, from, to),
  kind,
  from,
  to,
});

/** Links duplicates to their originals, and chains the issues of one place with `blocks`. */
export function linksOf(random: Random, told: readonly Told[]): readonly Link[] {
  const issues = new Map(told.map(({ issue }) => [issue.id, issue]));
  const duplicates = told.flatMap(({ issue, original }) => {
    const first = issue.reason === 'duplicate' ? issues.get(original ?? '') : undefined;
    return first ? [link('duplicates', issue, first)] : [];
  });
  const byPlace = Map.groupBy(
    told.filter(({ original }) => original === null),
    ({ place }) => place,
  );
  const others = [...byPlace.values()].flatMap((atPlace) => {
    const [last, before, earlier] = atPlace.toReversed().map(({ issue }) => issue);
    if (!last || !before) return [];
    const kind: LinkKind = last.status === 'closed' || random.chance(0.3) ? 'relates' : 'blocks';
    // A blocker of a closed issue is closed too.
    const [from, to] = before.status === 'closed' ? [before, last] : [last, before];
    return [link(kind, from, to), ...(earlier && random.chance(0.4) ? [link('relates', earlier, last)] : [])];
  });
  return [...duplicates, ...others];
}
