import * as z from 'zod';
import { fieldIssues } from '../../../platform/errors/describe-issues.ts';
import { UserError } from '../../../platform/errors/user-error.ts';
import type { Stock } from '../open-stock.ts';

/** What a tool says: data, and sentences about it (what was left out, what could not be read). */
export type Told = { data: object; notes: readonly string[] };

/** A member of the open set. Every one of them reads and writes nothing. */
export type McpTool = {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  /** Throws `UserError` for what it is not asked rightly. */
  call(given: unknown, stock: Stock): Promise<Told>;
};

/** A tool whose `tell` knows the types of its own fields. */
export function defineTool<Shape extends z.ZodRawShape>({
  input: shape,
  tell,
  ...words
}: Pick<McpTool, 'name' | 'title' | 'description'> & {
  input: Shape;
  tell(given: z.infer<z.ZodObject<Shape>>, stock: Stock): Promise<Told>;
}): McpTool {
  const input = z.strictObject(shape);
  const allowed = Object.keys(shape).join(', ') || 'none';
  return {
    ...words,
    input,
    call: (given, stock) => {
      const parsed = input.safeParse(given);
      if (parsed.success) return tell(parsed.data as z.infer<z.ZodObject<Shape>>, stock);
      const issues = fieldIssues(parsed.error, { value: given, allowed: () => allowed });
      throw new UserError(issues.map(({ field, message }) => `${field}: ${message}`).join('\n'));
    },
  };
}
