import { html } from 'virtual:rendered-markdown';

/** A document, or the reason of a task (which may be empty), as HTML. `file`: the path of a document in the package, or the full path of a task. */
export function htmlOf(file: string): string {
  const found = html[file];
  if (found === undefined) throw new Error(`${file} is neither a document nor a task`);
  return found;
}
