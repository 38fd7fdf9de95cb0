import type { CallKind } from '../result/servers-record.ts';
import type { Dialect } from '../servers/dialects/dialect.ts';
import type { Server } from '../servers/server.ts';

type Call = { tool: string; args: Readonly<Record<string, unknown>> };

/** By the tools of a server's data. Of a command line the first word tells, of one tool with modes the mode. */
export function kindOfCall(call: Call, { open, script }: Server, dialect: Dialect): CallKind {
  const read = dialect.read(dialect.firstPage);
  if (isLike(call, read)) return 'read';
  if (open && isLike(call, open)) return 'open';
  if (script && isLike(call, script)) return 'script';
  return 'act';
}

/** The same tool, and where its words are a list the same first one; the call that opens a page is told by its tool alone. */
function isLike({ tool, args }: Call, like: Call): boolean {
  if (tool !== like.tool) return false;
  const [own, other] = [args.args, like.args.args].map((words) =>
    Array.isArray(words) ? words[0] : undefined,
  );
  return own === other || (own === undefined && Object.keys(args).length === 0);
}
