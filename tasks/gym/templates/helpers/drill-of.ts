import { type AnyTemplate, defineDrill, type RawStep } from '../../../../harness/task/templates/template.ts';
import type { Json } from '../../../../harness/web/host-handler.ts';
import type { Drawn } from '../../exercises/exercise.ts';

type Fields = { readonly [field: string]: Json };

/** What an exercise asks for; `D` is what it draws. */
type Asked<D extends Drawn> = {
  /** Of the exercise. */
  id: string;
  /** The capability in a few words, as a table names it. */
  title: string;
  goal(drawn: D): string;
  /** Files of text in the working folder, by name. */
  files?(drawn: D): { readonly [name: string]: string };
  /** The deeds that must be recorded, in any order, and no others; none: nothing may be changed. */
  deeds?(drawn: D): readonly Fields[];
  /** A deed with other spaces or letters of another case is another deed. */
  exact?: true;
  /** What must be answered, as a clause `answer` has it: `{ type: 'text', value: 'Ada' }`. */
  answer?(drawn: D): Fields;
  impossible?: true;
  /** Right ways, the most natural first; those with a `script` last. */
  ways(drawn: D): readonly (readonly RawStep[])[];
  /** Ways that are wrong; what an agent naturally does first is among them. */
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
      if (!row) throw new Error(`there is no exercise ${id}`);
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
