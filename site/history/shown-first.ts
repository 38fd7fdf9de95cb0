import { ownServerId } from '../../harness/results/records/custom-server.ts';
import type { Contender } from '../../harness/results/standings/contender.ts';

type Named = Pick<Contender, 'adapter' | 'agent' | 'model' | 'server'>;

/** Rows in which one of these ids is the server, agent, adapter or model come first, in their order; the others stay in theirs. */
export function shownFirst<Row extends Named>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const placeOf = ({ adapter, agent, model, server }: Row): number => {
    const names = [server.id, ownServerId(server.id), agent.id, adapter, model];
    const place = ids.findIndex((id) => names.includes(id));
    return place === -1 ? ids.length : place;
  };
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
