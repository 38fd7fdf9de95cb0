import * as z from 'zod';
import type { Flag, Taken } from '../platform/flags.ts';
import type { Command, CommandGroup } from './commands/command.ts';

/** The options of all commands by their words, for a configuration; those that a command can't do without are typed. */
export function optionsSchema(commands: readonly (Command | CommandGroup)[]) {
  return z.strictObject(
    Object.fromEntries(
      withWords(commands, '').map(({ words, command }) => [words, ofCommand(command).optional()]),
    ),
  );
}

/** Each command with the words that name it. */
export function withWords(
  members: readonly (Command | CommandGroup)[],
  before: string,
): { words: string; command: Command }[] {
  return members.flatMap((member) => {
    const words = `${before}${member.name}`;
    return 'commands' in member ? withWords(member.commands, `${words} `) : [{ words, command: member }];
  });
}

function ofCommand({ options }: Command) {
  const configurable = Object.entries(options).filter(([, { required }]) => !required);
  return z.strictObject(
    Object.fromEntries(configurable.map(([name, flag]) => [name, schemaOf(flag).optional()])),
  );
}

function schemaOf(flag: Flag<unknown>): z.ZodType {
  const { placeholder, summary, choices, negation } = flag;
  const takes: Taken = flag.takes ?? { kind: placeholder === null ? 'switch' : 'text' };
  const taken = choices ? z.enum(choices) : ofKind(takes);
  return (negation === undefined ? taken : z.union([taken, z.literal(false)])).describe(summary);
}

function ofKind(takes: Taken): z.ZodType {
  switch (takes.kind) {
    case 'text':
      return z.string().min(1, 'must not be empty');
    case 'texts':
      return z.array(z.string().min(1, 'must not be empty'));
    case 'switch':
      return z.boolean();
    case 'integer':
      return z.int().min(takes.min).max(takes.max);
    case 'amount': {
      const { min, above, max } = takes;
      const least = min === undefined ? z.number() : z.number().min(min);
      const more = above === undefined ? least : least.gt(above);
      return max === undefined ? more : more.max(max);
    }
    case 'like':
      return z.string().regex(takes.pattern, `must be ${takes.allowed}`);
  }
}
