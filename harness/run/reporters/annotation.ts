import { printed } from '../../platform/words/printed.ts';

/** An error annotation for GitHub Actions: one line for standard output. `file` is relative to the repository. */
export function errorAnnotation({ file, title }: { file?: string; title: string }, message: string): string {
  const where = file === undefined ? '' : `file=${property(file)},`;
  return `::error ${where}title=${property(title)}::${data(message)}`;
}

/** Escapes as required by GitHub's workflow commands. */
function data(text: string): string {
  return printed(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
