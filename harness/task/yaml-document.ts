import { LineCounter, parseDocument } from 'yaml';

type YamlPlace = { line: number; column: number };
export type YamlMistake = YamlPlace & { field: string; message: string };
export type YamlDocument = {
  value: unknown;
  /** The place of a field, counted from 1; for a missing field, the place of its nearest existing parent. */
  placeOf(fieldPath: readonly PropertyKey[]): YamlPlace;
};

/** Reads YAML (or JSON, which is YAML) and keeps places, so that later checks can report them. */
export function readYaml(text: string): YamlDocument | { mistakes: YamlMistake[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const at = (offset: number): YamlPlace => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (document.errors.length > 0) {
    return {
      mistakes: document.errors.map(({ pos, message, code }) => ({
        ...at(pos[0]),
        field: code,
        message: (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, ''),
      })),
    };
  }
  const placeOf = (fieldPath: readonly PropertyKey[]): YamlPlace => {
    for (let length = fieldPath.length; length > 0; length--) {
      const node = document.getIn(fieldPath.slice(0, length), true);
      const range =
        node && typeof node === 'object' && 'range' in node ? (node.range as number[] | null) : null;
      if (range) return at(range[0] ?? 0);
    }
    return at(document.contents?.range?.[0] ?? 0);
  };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }), placeOf };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { mistakes: [{ line: 1, column: 1, field: 'alias', message }] };
  }
}
