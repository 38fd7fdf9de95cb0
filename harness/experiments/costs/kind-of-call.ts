import type { CallKind } from '../../results/records/servers-record.ts';
import type { Dialect } from '../../servers/dialects/dialect.ts';
import type { Server } from '../../servers/server.ts';

type Call = { tool: string; args: Readonly<Record<string, unknown>> };

/** By the tools of a server's data. Of a command line the first word tells, of one tool with modes the mode. */
export function kindOfCall(call: Call, { open, script }: Server, dialect: Dialect): CallKind {
  // That which opens the start page is told by its tool alone.
  if (open && isLike(call, open)) return 'open';
  if (isLike(call, dialect.read(dialect.firstPage))) return 'read';
  if (script && isLike(call, script)) return 'script';
  return 'act';
}

/** The same tool, and where its words are a list the same first one; a call without arguments is like any of its tool. */
function isLike({ tool, args }: Call, like: Call): boolean {
  if (tool !== like.tool) return false;
  const [own, other] = [args.args, like.args.args].map((words) =>
    Array.isArray(words) ? words[0] : undefined,
  );
  return own === other || (own === undefined && Object.keys(args).length === 0);
}
