const maxCharacters = 400;
const maxLines = 3;
const mistake = /^(?:uncaught )?(?:[\w.]*(?:error|exception)\b.*:|(?:fatal|panic|error)\b)/i;

/**
 * What a program said of its end on standard error, on one line: the line that names the mistake, where one does, for
 * Node and Python print where it happened and more behind it, and else what it said last. Empty where it said nothing.
 */
export function lastWords(said: string): string {
  const lines = said.split('\n').map((line) => line.trim());
  const named = lines.findLast((line) => mistake.test(line));
  const last = lines.filter(Boolean).slice(-maxLines).join(' | ').slice(-maxCharacters);
  return named?.slice(0, maxCharacters) ?? last;
}
