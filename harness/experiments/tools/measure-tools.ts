import { randomUUID } from 'node:crypto';
import { digest } from '../../platform/digest.ts';
import { align } from '../../platform/words/columns.ts';
import { type ListedTool, Tools } from '../../results/records/parts/tools.ts';
import type { Tool } from '../../servers/answer.ts';
import { type CountTokens, openTokenizer } from '../../servers/tokenizer.ts';
import { argumentsOf } from '../../servers/tool-ledger.ts';
import { introduce } from '../introduce.ts';
import type { PartWork } from '../parts/part.ts';

export const toolsWork: PartWork<Tools> = {
  schema: Tools,
  open: async (around) => {
    const { countTokens, ...tokenizer } = await openTokenizer();
    return async ({ server }) => {
      const { protocol, instructions, tools, notes } = await introduce(
        server,
        around,
        `tools-${randomUUID()}`,
      );
      const listed = JSON.stringify(tools);
      return {
        editionSha256: digest(tokenizer),
        tokenizer,
        protocol,
        instructions:
          instructions === null
            ? null
            : { tokens: countTokens(instructions), bytes: Buffer.byteLength(instructions) },
        list: {
          tools: tools.length,
          bytes: Buffer.byteLength(listed),
          tokens: countTokens(listed),
          sha256: digest(tools),
        },
        tools: tools.map((tool) => countTool(tool, countTokens)),
        notes: [...notes],
      };
    };
  },
  differ: differences,
  lines: ({ list, tools, protocol, instructions }) => [
    ...align([
      ['tool', 'tokens', 'name', 'description', 'schema'],
      ...tools.map(({ name, tokens }) => [
        name,
        ...[
          tokens.name + tokens.description + tokens.schema,
          tokens.name,
          tokens.description,
          tokens.schema,
        ].map(String),
      ]),
    ]),
    `${list.tools} tools: ${list.tokens} tokens, ${list.bytes} bytes; instructions: ${instructions === null ? 'none' : `${instructions.tokens} tokens`}; MCP ${protocol ?? 'unknown'}`,
  ],
};

function countTool(tool: Tool, countTokens: CountTokens): ListedTool {
  const { name, description = '', inputSchema } = tool;
  const all = argumentsOf(inputSchema);
  return {
    name,
    tokens: {
      name: countTokens(name),
      description: countTokens(description),
      schema: countTokens(JSON.stringify(inputSchema)),
    },
    arguments: all.map(({ at }) => at),
    required: all.flatMap(({ at, isRequired }) => (isRequired ? at : [])),
    sha256: digest(tool),
  };
}

function differences(stored: Tools, found: Tools): string[] {
  const [before, now] = [stored, found].map(({ tools }) => new Map(tools.map((tool) => [tool.name, tool])));
  const tools = [...new Set([...(before?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((name) => {
    const [old, tool] = [before?.get(name), now?.get(name)];
    if (!old || !tool) return [`${name} is ${old ? 'gone' : 'new'}`];
    return old.sha256 === tool.sha256 ? [] : [`${name} changed`];
  });
  const { list, protocol, instructions } = found;
  const other = [
    ...(stored.list.tokens === list.tokens
      ? []
      : [`tokens of the list: got ${list.tokens}; stored: ${stored.list.tokens}`]),
    ...(stored.protocol === protocol ? [] : [`protocol: got ${protocol}; stored: ${stored.protocol}`]),
    ...(stored.instructions?.tokens === instructions?.tokens
      ? []
      : [`tokens of the instructions: got ${instructions?.tokens}; stored: ${stored.instructions?.tokens}`]),
  ];
  if (tools.length + other.length === 0 && stored.list.sha256 !== list.sha256)
    return ['the order of the tools changed'];
  return [...tools, ...other];
}
