import * as z from 'zod';
import { OwnMapping } from './tool-mappings/own-mapping.ts';

const text = z.string().min(1, 'must not be empty');

export const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, 'must be of lowercase letters, digits, ".", "_" and "-"');

const Call = z.strictObject({
  tool: text.describe('the name of the tool'),
  args: z.record(z.string(), z.unknown()).optional().describe('its arguments; default: none'),
});

function callWith(placeholder: string) {
  return Call.refine(
    ({ args }) => JSON.stringify(args ?? {}).includes(placeholder),
    `must hold ${placeholder} in its args`,
  );
}

const SessionValue = z.string().refine(hasOneGroup, 'must be a regular expression with one group');

/** Variables of an environment, by names that a shell can set. */
export const Variables = z.record(
  z.string().regex(/^[A-Za-z_]\w*$/, 'must be letters, digits and _, no digit first'),
  z.string(),
);

/** A user's own server: its command line, and the same data as a listed server. */
export const OwnServer = z.strictObject({
  id: name.describe('the name of its row'),
  command: z
    .string()
    .regex(/\{(endpoint|port|chromium)\}/, 'must hold {endpoint}, {port} or {chromium}')
    .describe('its command line, run by sh in an empty folder'),
  title: text.optional().describe('default: its id'),
  env: Variables.optional().describe(
    'variables of its environment; {endpoint}, {port}, {folder} and {chromium} are filled in',
  ),
  attach: Call.optional().describe(
    'a call that leads it to the browser, made once before the start URL is opened; {endpoint} and {port} are filled in',
  ),
  open: callWith('{url}')
    .optional()
    .describe('the call that opens {url}; default: the first tool named navigate, goto or open with a url'),
  script: callWith('{script}').optional().describe('the call that runs {script}, a function, in the page'),
  answerRequests: callWith('{script}')
    .optional()
    .describe('the call that runs {script}, async (page) => ..., where requests can be answered'),
  reads: z.array(Call).optional().describe('the calls that an agent reads a page with'),
  sessionValues: z
    .record(z.string(), SessionValue)
    .optional()
    .describe(
      'arguments that are random per session: a name, and the regular expression that finds the value in an answer',
    ),
  fetchesByItself: z
    .array(text)
    .optional()
    .describe('tools that reach the network past the browser; refused in hermetic runs'),
  dialect: name
    .optional()
    .describe(
      'the known server with the same tools, for reference solutions; default: the known server with the same id, if any',
    ),
  mapping: OwnMapping.optional().describe(
    'how its tools do the verbs of reference solutions; comes before dialect',
  ),
  cannot: z.record(z.string(), text).optional().describe('tasks that it cannot do, each with the reason'),
});

export type OwnServer = z.infer<typeof OwnServer>;

/** Its data apart from id and command line. */
export type OwnServerData = Omit<OwnServer, 'id' | 'command'>;

function hasOneGroup(pattern: string): boolean {
  try {
    return new RegExp(`${pattern}|`).exec('')?.length === 2;
  } catch {
    return false;
  }
}
