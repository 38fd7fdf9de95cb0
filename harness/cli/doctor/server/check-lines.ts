import { clip } from '../../../platform/words/clip.ts';
import type { Tool } from '../../../servers/answer.ts';
import type { ServerCheck } from './check-server.ts';

const longestDescription = 80;

/** A check for a person: what was found, the tools with their arguments, and last what is wrong. */
export function checkLines({ tools, faults, notes, ...check }: ServerCheck): string[] {
  const { server, version, startedMs, open, moved } = check;
  return [
    `server   ${server}${version === null ? '' : ` ${version}`}`,
    ...(startedMs === null ? [] : [`started  in ${(startedMs / 1000).toFixed(2)} s, ${tools.length} tools`]),
    ...(open ? [`opens    a URL by ${open.tool} ${JSON.stringify(open.args)}`] : []),
    ...(moved ? ['saw      the page in the browser of the harness'] : []),
    ...(tools.length === 0 ? [] : ['tools', ...tools.map((tool) => `  ${toolLine(tool)}`)]),
    ...notes.map((note) => `note: ${note}`),
    ...faults.map((fault) => `WRONG  ${fault}`),
    faults.length === 0 ? 'it can be played with' : 'it cannot be played with',
  ].map((line) => line.replace(/\p{C}+/gu, ' '));
}

function toolLine({ name, description = '', inputSchema }: Tool): string {
  const [first = ''] = description.trim().split('\n');
  return `${name}(${argumentsOf(inputSchema).join(', ')})  ${clip(first, longestDescription)}`.trimEnd();
}

/** `url: string`, and `timeout?: number` where it can be left out. */
function argumentsOf({ properties, required }: Tool['inputSchema']): string[] {
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties ?? {}).map(
    ([name, schema]) => `${name}${needed.has(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
}

function typeOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'any';
  const { type, enum: allowed, items, anyOf } = schema as Partial<Record<string, unknown>>;
  if (Array.isArray(allowed)) return allowed.map((each) => JSON.stringify(each)).join(' | ');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(typeOf))].join(' | ');
  if (type === 'array') return typeOf(items).includes(' ') ? `(${typeOf(items)})[]` : `${typeOf(items)}[]`;
  if (Array.isArray(type)) return type.join(' | ');
  return typeof type === 'string' ? type : 'any';
}
