import type { Priority, Reason, Role, Status } from './rows.ts';

/** In workflow order. */
export const statuses = {
  open: 'Open',
  'in progress': 'In progress',
  'in review': 'In review',
  closed: 'Closed',
} as const satisfies Record<Status, string>;

/** `duplicate` needs two issues, so it has a separate form. */
export const reasons = {
  done: 'Done',
  'not planned': 'Not planned',
  'cannot reproduce': 'Cannot reproduce',
  duplicate: 'Duplicate',
} as const satisfies Record<Reason, string>;

/** Most urgent first. */
export const priorities = {
  urgent: 'Urgent',
  high: 'High',
  normal: 'Normal',
  low: 'Low',
} as const satisfies Record<Priority, string>;

export const roles = {
  lead: 'Lead',
  member: 'Member',
  reader: 'Reader',
} as const satisfies Record<Role, string>;

/** The possible colours of a label, by name. */
export const colours = ['amber', 'blue', 'green', 'plum', 'red', 'slate', 'teal'] as const;

/** The key of a record that a form names. */
export function keyIn<Key extends string>(words: Record<Key, string>, said: string): Key | undefined {
  return Object.hasOwn(words, said) ? (said as Key) : undefined; // one of its own keys
}

/** As in `Closed: done`. */
export function statusWords({ status, reason }: { status: Status; reason: Reason | null }): string {
  return reason === null ? statuses[status] : `${statuses[status]}: ${reasons[reason].toLowerCase()}`;
}
