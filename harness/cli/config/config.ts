import * as z from 'zod';
import { fileIn } from '../../platform/files/file-in.ts';
import { siteConfigIn } from '../../publish/site/site-config.ts';
import { name, OwnServer } from '../../servers/own-server.ts';

const place = z.string().min(1, 'must not be empty');

const OwnAgent = z.strictObject({
  id: name.describe('the name of the agent in the results'),
  command: z.string().min(1, 'must not be empty').describe('the shell command of the agent'),
  door: z.enum(['mcp', 'cdp', 'acp']).optional().describe('the interface of the agent; default: mcp'),
});

type Named = string | { id: string };

/** With two members of one id, the second would never be found. */
function refuseTwice(members: readonly Named[], context: z.RefinementCtx): void {
  const ids = members.map((member) => (typeof member === 'string' ? member : member.id));
  for (const [index, id] of ids.entries())
    if (ids.indexOf(id) < index)
      context.addIssue({
        code: 'custom',
        path: [index, 'id'],
        message: 'must be unique; an earlier entry has the same value',
      });
}

/** The content of `contract-bench.config.ts`, except the options of commands, which the command line adds. */
export const Config = configIn(null);

/** Checks that the files it names exist in `root`, its folder, to which all its paths are relative; null: no check. */
export function configIn(root: string | null) {
  return z.strictObject({
    suites: z
      .array(place)
      .min(1)
      .optional()
      .describe(
        'the suites that are played if no suite is named: suites of the package by name, your own suites by folder (a path with a /)',
      ),
    servers: z
      .array(z.union([name, OwnServer]))
      .min(1)
      .superRefine(refuseTwice)
      .optional()
      .describe(
        'known servers by id, and your own servers by command line; the first is played if no server is named',
      ),
    agents: z
      .array(OwnAgent)
      .superRefine(refuseTwice)
      .optional()
      .describe('your own agents, for --agent <id>'),
    transcripts: place.optional().describe('your recordings, <server>/<task>.jsonl; default: transcripts'),
    webRoots: z
      .array(place)
      .optional()
      .describe('your fixture pages, <host>/<path>.html; default: tasks/web, if it exists'),
    results: place.optional().describe('default: results'),
    reports: place.optional().describe('default: reports'),
    references: fileIn(root)
      .optional()
      .describe(
        'numbers that others published; default: references.json in the folder of the results, if it exists',
      ),
    site: siteConfigIn(root).optional().describe('the site of the results'),
  });
}

export type Config = z.infer<typeof Config>;
/** Options of commands by the words that name the command, then by their own names: `{ run: { maxSteps: 5 } }`. */
export type CommandOptions = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
/** The form that its author writes. */
export type ContractBenchConfig = z.input<typeof Config> & { options?: CommandOptions };
