import type { Tool } from './answer.ts';

/** Names of tools and of their arguments, and the values that an argument may have, sorted: what an agent reads that it can do. */
export function wordsOfTools(tools: readonly Tool[]): string[] {
  const words = new Set<string>();
  for (const { name, inputSchema } of tools) {
    words.add(name);
    addWords(inputSchema, words);
  }
  return [...words].sort();
}

function addWords(schema: unknown, words: Set<string>): void {
  if (schema === null || typeof schema !== 'object') return;
  for (const [field, value] of Object.entries(schema)) {
    if (field === 'properties' && value !== null && typeof value === 'object')
      for (const name of Object.keys(value)) words.add(name);
    if (field === 'enum' && Array.isArray(value))
      for (const each of value) if (typeof each === 'string') words.add(each);
    addWords(value, words);
  }
}
