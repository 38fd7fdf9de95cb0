import type { Tool } from './answer.ts';
import type { Server } from './server.ts';

/**
 * What an agent reads that a server can do, sorted: names of tools and of their arguments, and the values that an argument
 * may have; of a command line the words by which its help names commands (`  mouse <action>   move <x> <y>, down`).
 */
export function wordsOfTools(tools: readonly Tool[], { cli }: Pick<Server, 'cli'>): string[] {
  const words = new Set<string>();
  for (const { name, description = '', inputSchema } of tools) {
    words.add(name);
    addWords(inputSchema, words);
    if (cli)
      for (const [, command = ''] of description.matchAll(/^ {2}(\S.*?)(?: {2}|$)/gm))
        addCommand(command, words);
  }
  return [...words].sort();
}

function addCommand(command: string, words: Set<string>): void {
  for (const [word] of command.matchAll(/(?<![\w<[-])-*[a-z][\w-]*/g)) words.add(word);
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
