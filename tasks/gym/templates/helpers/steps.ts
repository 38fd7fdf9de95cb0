import type { RawStep } from '../../../../harness/task/templates/template.ts';

/** Fills a field, saves the form with its button, and ends. */
export function giving({
  label,
  text,
  button = 'Save',
  shows = 'Saved.',
}: {
  label: string;
  text: string;
  button?: string;
  shows?: string;
}): RawStep[] {
  return [
    { fill: { label, text } },
    { click: { role: 'button', name: button } },
    { wait: shows },
    { done: {} },
  ];
}
