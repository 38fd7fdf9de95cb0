/**
 * A tool list with one sentence a tool and no words on arguments: what a list costs without its prose. Names, types,
 * allowed values and required arguments stay.
 */
export function compactTools<Listed extends Readonly<Record<string, unknown>>>(
  tools: readonly Listed[],
): Listed[] {
  return tools.map((tool) => ({
    ...tool,
    ...(typeof tool.description === 'string' ? { description: firstSentence(tool.description) } : {}),
    ...('inputSchema' in tool ? { inputSchema: withoutWords(tool.inputSchema) } : {}),
  }));
}

/** The first line, to the full stop before a capital letter. */
function firstSentence(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return /^.*?[.!?](?=\s+\p{Lu}|$)/u.exec(line)?.[0] ?? line;
}

/** A schema without titles, descriptions and examples; properties of these names stay. */
function withoutWords(schema: unknown, areNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withoutWords(each));
  if (schema === null || typeof schema !== 'object') return schema;
  const kept = Object.entries(schema).filter(
    ([name]) => areNames || !['title', 'description', 'examples', '$comment'].includes(name),
  );
  const isOfNames = (name: string) => !areNames && ['properties', '$defs', 'definitions'].includes(name);
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutWords(value, isOfNames(name))]));
}
