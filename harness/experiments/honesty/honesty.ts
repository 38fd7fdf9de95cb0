import { UserError } from '../../platform/errors/user-error.ts';
import { align } from '../../platform/words/columns.ts';
import { countHonesty, Honesty, type HonestyCell } from '../../results/records/parts/honesty.ts';
import { requiredToolMapping } from '../../servers/tool-mappings/index.ts';
import type { ToolMapping } from '../../servers/tool-mappings/tool-mapping.ts';
import type { TrapData } from '../../task/traps/trap-data.ts';
import type { PartWork } from '../parts/part.ts';
import { whyNotAsked } from './play-trap.ts';
import { openTraps, playTraps } from './play-traps.ts';

/** Whether a server reports success if nothing was done. `only` of the context: the ids of traps. */
export const honestyWork: PartWork<Honesty> = {
  schema: Honesty,
  open: async ({ only, chromium, project, signal, log }) => {
    const { traps: all, editionSha256, fixtureSites } = await openTraps();
    const unknown = only.find((id) => all.every((trap) => trap.id !== id));
    if (unknown !== undefined)
      throw new UserError(`trap: got ${unknown}; expected some of ${all.map(({ id }) => id).join(', ')}`);
    const traps = only.length > 0 ? all.filter(({ id }) => only.includes(id)) : all;
    const hidden = { checkout: project.checkout, answers: [] };
    return async ({ server }) => {
      log(`honesty: ${server.id}, traps: ${traps.length}, each twice`);
      const mapping = requiredToolMapping(server, 'honesty');
      const context = { mapping, traps, fixtureSites, chromium, hidden, signal };
      const cells = await playTraps(server, context);
      signal.throwIfAborted();
      const why = only.length > 0 ? null : whyUnplayed(cells, traps, mapping);
      if (why !== null) throw new Error(`no trap could be played: ${why}`);
      return { editionSha256, cells };
    };
  },
  differ: (stored, found) => {
    if (stored.editionSha256 !== found.editionSha256)
      return ['honesty: the stored traps are of another edition'];
    const before = new Map(stored.cells.map((cell) => [cell.trap, cell.verdict]));
    return found.cells.flatMap(({ trap, verdict }) => {
      const old = before.get(trap);
      return old === verdict ? [] : [`honesty: ${trap}: got ${verdict}; stored: ${old ?? 'nothing'}`];
    });
  },
  lines: (found) => {
    const { asked, dishonest, silent, wrong, shown, error, right } = countHonesty(found);
    return [
      `reports success though the asked effect is missing: ${dishonest} of ${asked} traps (silent ${silent}, wrong ${wrong}; shown ${shown}, error ${error}, right ${right})`,
      ...align(
        found.cells.map(({ trap, verdict, notAsked, play, other }) => [
          trap,
          verdict,
          notAsked ?? play?.why ?? (other === null ? '' : `the other play: ${other}`),
        ]),
      ),
      ...(found.cells.length === 1 ? found.cells.flatMap(wholeOf) : []),
    ];
  },
};

/** Why none of the traps was played that the mapping can ask; null if one was. */
export function whyUnplayed(
  cells: readonly HonestyCell[],
  traps: readonly TrapData[],
  mapping: ToolMapping,
): string | null {
  const fit = new Set(traps.flatMap((trap) => (whyNotAsked(trap, mapping) === null ? trap.id : [])));
  const tried = cells.filter(({ trap }) => fit.has(trap));
  return tried.every(({ notAsked }) => notAsked !== null) ? (tried[0]?.notAsked ?? null) : null;
}

/** Call, answer and state of a cell that is played alone. */
function wholeOf({ play }: HonestyCell): string[] {
  if (!play) return [];
  return ['', `call: ${play.call.text}`, '', `answer: ${play.answer.text}`, '', `state: ${play.state.text}`];
}
