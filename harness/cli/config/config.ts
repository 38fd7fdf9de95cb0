import * as z from 'zod';
import { fileIn } from '../../platform/files/file-in.ts';
import { siteConfigIn } from '../../publish/site/site-config.ts';
import { name, OwnServer } from '../../servers/own-server.ts';

const place = z.string().min(1, 'must not be empty');

const OwnAgent = z.strictObject({
  id: name.describe('what its row is called'),
  command: z.string().min(1, 'must not be empty').describe('its line for the shell'),
  door: z.enum(['mcp', 'cdp', 'acp']).optional().describe('how it is let in; default: mcp'),
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
        message: 'must be used once, and is there before',
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
        'what is played where no suite is named: suites of the package by name, suites of yours by their folder (with a / in it)',
      ),
    servers: z
      .array(z.union([name, OwnServer]))
      .min(1)
      .superRefine(refuseTwice)
      .optional()
      .describe('servers by id, and yours by command line; the first is played where none is named'),
    agents: z
      .array(OwnAgent)
      .superRefine(refuseTwice)
      .optional()
      .describe('agents of yours, for --agent <id>'),
    transcripts: place.optional().describe('your recordings, <server>/<task>.jsonl; default: transcripts'),
    webRoots: z
      .array(place)
      .optional()
      .describe('your stand-in pages, <host>/<path>.html; default: tasks/web where it is'),
    results: place.optional().describe('default: results'),
    reports: place.optional().describe('default: reports'),
    references: fileIn(root)
      .optional()
      .describe('rows that others published; default: references.json of the results, where it is'),
    site: siteConfigIn(root).optional().describe('the site of the results'),
  });
}

export type Config = z.infer<typeof Config>;
/** Options of commands by the words that name the command, then by their own names: `{ run: { maxSteps: 5 } }`. */
export type CommandOptions = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
/** The form that its author writes. */
export type ContractBenchConfig = z.input<typeof Config> & { options?: CommandOptions };
