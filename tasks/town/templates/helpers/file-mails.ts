import type { RawStep, Visitor } from '../../../../harness/task/templates/template.ts';
import type { Folder, Label, Thread } from '../../mail/state/rows.ts';
import type { Issue } from '../../track/state/rows.ts';
import { at, mailHost } from './mail.ts';

/** Issues with a mail from the tracker, and the place of that mail: the label for pressing issues, the folder for others. */
type Filing = { taken: readonly Issue[]; label: Label; folder: Folder };

export const isPressing = ({ priority }: Issue) => priority === 'urgent' || priority === 'high';

export const subjectOf = ({ key, title }: Issue) => `[${key}] Assigned to you: ${title}`;

const checkAll = (issues: readonly Issue[]): RawStep[] =>
  issues.map((issue) => ({ check: { role: 'checkbox', name: `Select: ${subjectOf(issue)}` } }));

export const labelSteps = ({ label }: Filing, issues: readonly Issue[]): RawStep[] => [
  ...checkAll(issues),
  { select: { label: 'Label', option: label.name } },
  { click: { role: 'button', name: 'Add label' } },
  { wait: 'Undo' },
];

export const moveSteps = ({ folder }: Filing, issues: readonly Issue[]): RawStep[] => [
  ...checkAll(issues),
  { select: { label: 'Folder', option: folder.name } },
  { click: { role: 'button', name: 'Move' } },
  { wait: `moved to ${folder.name}` },
];

export const fileSteps = (work: Filing, isLabelled = isPressing): RawStep[] => [
  { open: at('/') },
  ...labelSteps(work, work.taken.filter(isLabelled)),
  ...moveSteps(
    work,
    work.taken.filter((each) => !isLabelled(each)),
  ),
  { done: {} },
];

export async function file(
  visitor: Visitor,
  { taken, label, folder }: Filing,
  isLabelled: (issue: Issue) => boolean,
): Promise<undefined> {
  const back = '/folder/inbox';
  await visitor.get(at(back));
  const threads = new Map(visitor.rows<Thread>(mailHost, 'threads').map(({ id, subject }) => [subject, id]));
  const [labelled, others] = [true, false].map((wanted) =>
    taken.filter((each) => isLabelled(each) === wanted).map((each) => threads.get(subjectOf(each)) ?? ''),
  );
  await visitor.post(at('/bulk'), { thread: labelled ?? [], label: label.id, action: 'label', back });
  await visitor.post(at('/bulk'), { thread: others ?? [], folder: folder.id, action: 'move', back });
}
