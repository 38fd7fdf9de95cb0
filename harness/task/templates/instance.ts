import { UserError } from '../../platform/errors/user-error.ts';
import { randomOf } from '../../web/random-of.ts';
import { stateMistakes } from '../state-mistakes.ts';
import { Task } from '../task.ts';
import { taskCaps } from '../task-caps.ts';
import { validateContract } from '../validate-contract.ts';
import type { AnyTemplate, DrawnFrom, Level } from './template.ts';

/** A task that a template made for one seed. */
export type Instance = {
  template: AnyTemplate;
  seed: number;
  drawn: unknown;
  task: Task;
};

/** Steps and minutes that an attempt may take where no edition says otherwise. */
const limitsOf: Record<Level, { maxSteps: number; maxDurationMs: number }> = {
  1: { maxSteps: 20, maxDurationMs: 120_000 },
  2: { maxSteps: 30, maxDurationMs: 180_000 },
  3: { maxSteps: 50, maxDurationMs: 300_000 },
  4: { maxSteps: 60, maxDurationMs: 360_000 },
};

/** Throws `UserError`, with the template and the seed, for a task that is none. */
export function makeInstance(template: AnyTemplate, begun: DrawnFrom): Instance {
  const { seed } = begun;
  const id = `${template.id}-s${seed}`;
  const drawn = template.draw(begun, randomOf(seed, `template ${template.id}`));
  const success = template.contract(drawn);
  const { maxSteps, maxDurationMs } = limitsOf[template.level];
  const fields = {
    id,
    templateId: template.id,
    title: template.title,
    goal: template.goal(drawn),
    startUrl: `https://${template.sites[0]}${template.startPath ?? '/'}`,
    judge: 'end',
    verify: 'state',
    seed,
    maxSteps: Math.min(maxSteps, taskCaps.maxSteps),
    maxDurationMs: Math.min(maxDurationMs, taskCaps.maxDurationMs),
    tags: [...template.capabilities, `level ${template.level}`],
    ...(template.files && { files: template.files(drawn) }),
    success,
  };
  const mistakes = [...validateContract(success, { checkPattern: () => null }), ...stateMistakes(fields)].map(
    ({ path, message }) => `${id}: ${path}: ${message}`,
  );
  if (mistakes.length > 0) throw new UserError(mistakes.join('\n'));
  return { template, seed, drawn, task: Task.parse(fields) };
}
