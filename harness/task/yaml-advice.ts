/** Where js-yaml stopped; lines are counted from 0. */
type YamlError = { reason: string; mark: { line: number; buffer: string } };

/**
 * What is wrong with YAML, and what to write in its place where that is known. Null for an error that is none of
 * js-yaml's.
 */
export function yamlAdvice(error: unknown): string | null {
  if (!isYamlError(error)) return null;
  const lines = error.mark.buffer.replace(/\0$/, '').split('\n');
  const at = [error.mark.line, error.mark.line - 1].find((line) => adviceFor(lines[line] ?? '') !== null);
  const open = lines.findIndex((line) => opensQuote(line) !== null);
  if (/within a (single|double) quoted scalar/.test(error.reason) && open >= 0)
    return `line ${open + 1}: ${opensQuote(lines[open] ?? '')}`;
  if (at === undefined) return `line ${error.mark.line + 1}: ${error.reason}`;
  return `line ${at + 1}: ${adviceFor(lines[at] ?? '')}`;
}

function isYamlError(error: unknown): error is YamlError {
  if (!(error instanceof Error) || !('reason' in error) || !('mark' in error)) return false;
  const { mark } = error;
  return typeof mark === 'object' && mark !== null && 'line' in mark && 'buffer' in mark;
}

/** A field and its value; the value begins with neither a quote nor what YAML has a use for. */
const plainField = /^(\s*(?:- )?[\w-]+: +)([^\s'"[{|>#].*)$/;

function adviceFor(line: string): string | null {
  const [, field = '', value = ''] = plainField.exec(line.trimEnd()) ?? [];
  const quoted = `write ${field.trim()} '${value.replaceAll("'", "''")}'`;
  if (/: |:$/.test(value)) return `a text with a colon in it needs quotes; ${quoted}`;
  if (/^[@`%*&!?,\]}]/.test(value)) return `a text that begins with ${value[0]} needs quotes; ${quoted}`;
  return null;
}

function opensQuote(line: string): string | null {
  const [, field = '', quote = ''] = /^\s*(?:- )?([\w-]+): +(["'])/.exec(line) ?? [];
  const rest = line.slice(line.indexOf(quote) + 1).replaceAll(quote === "'" ? "''" : '\\"', '');
  return quote === '' || rest.includes(quote)
    ? null
    : `${field}: the text opens with ${quote} and never ends with it`;
}
