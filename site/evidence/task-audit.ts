import type { Task } from '../../harness/task/task.ts';
import type { AuditTables, Tally } from './audit-tables.ts';
import { heldControls } from './held-controls.ts';

/** What the last audit said of one task, in the order of its page. */
export type TaskAudit = {
  /** Of a template: the seed that was played. */
  seed: number | null;
  lines: [name: string, value: string][];
};

/** Null where no table speaks of the task. `recorded` is how many tasks there are that no templates make. */
export function taskAudit(
  audit: AuditTables,
  { id, templateId }: Pick<Task, 'id' | 'templateId'>,
  recorded: number,
): TaskAudit | null {
  const template = audit.templates?.find((each) => each.id === templateId);
  if (template)
    return {
      seed: template.seed,
      lines: template.cells.map(({ column, found, of }) => [
        column,
        of === null ? String(found) : `${found} of ${of}`,
      ]),
    };
  const tallied = (name: string, tally: Tally | null): [string, string][] => {
    const task = tally?.tasks.find((each) => each.id === id);
    return task ? [[name, `${task.found} of ${task.of}`]] : [];
  };
  const tallies = [
    ...tallied('Wrong pages and contracts noticed', audit.mutations),
    ...tallied('Right end states believed', audit.rightEnds),
  ];
  // The controls' table names no task: one that the other tables do not know may be newer than it.
  if (tallies.length === 0) return null;
  const controls = heldControls(audit, recorded).map(({ server, held, of, unsure }): [string, string] => [
    `Controls that did not pass on ${server}`,
    `${held} of ${of}${unsure.length === 0 ? '' : `; of ${unsure.join(', ')} the table does not say`}`,
  ]);
  return { seed: null, lines: [...controls, ...tallies] };
}
