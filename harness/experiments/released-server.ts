import type { Project } from '../platform/project.ts';
import { shellWord } from '../platform/words/command-line.ts';
import { recordedServerId } from '../results/records/custom-id.ts';
import type { ReleasedServer } from '../results/records/release-record.ts';
import { packageOf } from '../servers/index.ts';
import type { Server } from '../servers/server.ts';
import { toolMappingOf } from '../servers/tool-mappings/index.ts';
import { keysOf, keysRedacted } from '../task/transcripts/redact.ts';
import type { MeasurementContext, Subject } from './measurements/measurement.ts';

/** What a record says about its server. */
export function describeServer(
  { server }: Subject,
  version: string,
  { project, env }: Pick<MeasurementContext, 'project' | 'env'>,
): ReleasedServer {
  const [id = '', variant = null] = recordedServerId(server).split('+');
  const { title, origin, cli, isUnmaintained = false } = server;
  return {
    id,
    variant,
    version,
    title,
    package: packageOf(server),
    source: 'command' in origin ? 'command' : 'program' in origin ? 'source' : 'npm',
    command: keysRedacted(keysOf(env))(commandOf(server, project)),
    wrapped: cli
      ? 'its only tool, run, is of this project, which passes the words on; the description of the tool is the help text of the program'
      : null,
    maintained: !isUnmaintained,
    mapping: toolMappingOf(server)?.id ?? null,
  };
}

/** The command line with its placeholders. Variables of a user's own server stay out, because they may hold keys. */
function commandOf({ origin, args, env, cli }: Server, { root }: Project): string {
  if ('command' in origin)
    return origin.command.replaceAll(shellWord(root), '{project}').replaceAll(root, '{project}');
  if ('browser' in origin) return '';
  const program =
    'program' in origin
      ? origin.program
      : 'install' in origin
        ? `npx ${origin.install.name}@${origin.install.version}`
        : `npx ${origin.package}@${origin.version}`;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [...variables, program, ...args, ...(cli ? cli.attach : [])].join(' ');
}
