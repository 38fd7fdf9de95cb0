import { type AnyTemplate, defineDrill, type RawStep } from '../../../../harness/task/templates/template.ts';
import type { Json } from '../../../../harness/web/host-handler.ts';
import type { Drawn } from '../../exercises/exercise.ts';

type Fields = { readonly [field: string]: Json };

/** The task of an exercise; `D` is the type of its drawn values. */
type Asked<D extends Drawn> = {
  /** The id of the exercise. */
  id: string;
  /** The capability in a few words, as tables print it. */
  title: string;
  goal(drawn: D): string;
  /** Text files in the working folder, by name. */
  files?(drawn: D): { readonly [name: string]: string };
  /** The deeds that must be recorded, in any order, and no others. Without any, nothing may change. */
  deeds?(drawn: D): readonly Fields[];
  /** Compare texts exactly: other spaces or another case make another deed. */
  exact?: true;
  /** The expected answer, with the fields of an `answer` clause: `{ type: 'text', value: 'Ada' }`. */
  answer?(drawn: D): Fields;
  impossible?: true;
  /** Correct solution paths, the most natural first; those with a `script` last. */
  ways(drawn: D): readonly (readonly RawStep[])[];
  /** Wrong paths, including the natural first mistake of an agent. */
  wrongWays(drawn: D): readonly (readonly RawStep[])[];
};

const host = 'gym.test';

const textsIn = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? { text: value } : value,
    ]),
  );

/** The task `gym-<id>` on the pages of the exercise `<id>`, judged by its deeds. */
export function drillOf<D extends Drawn>(asked: Asked<D>): AnyTemplate {
  const { id, title, goal, files, deeds, exact, answer, impossible, ways, wrongWays } = asked;
  return defineDrill<D>({
    id: `gym-${id}`,
    title,
    sites: [host],
    startPath: `/${id}/`,
    level: 3,
    capabilities: [id],
    ...(impossible && { impossible }),
    draw: (world) => {
      const row = world.rows<{ id: string; drawn: D }>(host, 'exercises').find((each) => each.id === id);
      if (!row) throw new Error(`no exercise ${id}`);
      return row.drawn;
    },
    goal,
    ...(files && { files }),
    contract: (drawn) => {
      const changes = (deeds?.(drawn) ?? []).map((fields) => ({
        table: 'deeds',
        added: { exercise: id, ...(exact ? fields : textsIn(fields)) },
      }));
      const state: Fields = { kind: 'state', host, changes };
      return answer ? { kind: 'and', children: [state, { kind: 'answer', ...answer(drawn) }] } : state;
    },
    walkthroughs: ways,
    wrongWays,
  });
}
