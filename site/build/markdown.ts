import { html } from 'virtual:rendered-markdown';

/** A document or the reason of a task as HTML, empty where a task gives none. `file` is the path of a document in the package, the whole one of a task. */
export function htmlOf(file: string): string {
  const found = html[file];
  if (found === undefined) throw new Error(`${file} is neither a document nor a task`);
  return found;
}
