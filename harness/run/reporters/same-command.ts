import path from 'node:path';
import { decimal } from '../../platform/words/columns.ts';
import { shellWord } from '../../platform/words/shell-word.ts';
import { typedAs } from '../../platform/words/typed-as.ts';
import type { Run } from '../../results/records/result.ts';
import type { Plan } from '../plan.ts';

type Options = Plan['options'];

/** The command that plays one task of a run again, by itself. */
export function againCommand(options: Options, run: Run, taskId: string): string {
  const own = options.tasks === null ? ['--suite', run.suite] : [];
  return typed([
    ...own,
    ...['--task', taskId, ...sameFlags(options)],
    ...switched('--record', options.record),
    ...['--no-save', '--verbose'],
  ]);
}

/** The command that goes on with a run that was cut short. */
export function resumeCommand(options: Options, runs: readonly Run[]): string {
  const own = options.tasks === null ? options.suites.flatMap((suite) => ['--suite', suite]) : [];
  return typed([
    ...own,
    ...options.taskIds.flatMap((id) => ['--task', id]),
    ...sameFlags(options),
    ...(options.trials > 1 ? ['--trials', String(options.trials)] : []),
    ...(options.shard ? ['--shard', `${options.shard.index}/${options.shard.count}`] : []),
    ...switched('--allow-missing', options.allowMissing),
    ...switched('--no-save', !options.save),
    '--resume',
    runs[0]?.runId ?? '',
  ]);
}

function typed(words: readonly string[]): string {
  return [typedAs, ...words.map(shellWord)].join(' ');
}

/** What must be the same for the same episode to be played again. */
function sameFlags(options: Options): string[] {
  const { model, skill, project } = options;
  return [
    ...valued('--tasks', options.tasks),
    ...(options.serverCommand === null || options.serverData !== null
      ? ['--server', options.server]
      : ['--server-command', options.serverCommand, '--server-id', options.server]),
    ...whoDecides(options),
    ...valued('--model', model.name),
    ...valued('--effort', model.effort),
    ...valued('--max-usd', model.maxUsd),
    ...valued('--max-usd-total', options.maxUsdTotal),
    ...valued('--max-tokens', model.maxTokens),
    ...valued('--price-in', model.price.input),
    ...valued('--price-out', model.price.output),
    ...valued('--price-cache-write', model.price.cacheWrite),
    ...valued('--price-cache-read', model.price.cacheRead),
    ...valued('--key-file', options.keyFile),
    ...(options.web === 'hermetic' ? [] : ['--web', options.web]),
    ...(options.seeds === null ? [] : ['--seed', options.seeds.join(',')]),
    ...(skill && 'file' in skill ? ['--skill', skill.file] : []),
    ...valued('--script', options.script),
    ...valued('--transcripts', options.transcripts),
    ...valued('--web-root', options.webRoot),
    ...valued('--max-steps', options.maxSteps),
    ...valued('--max-duration', options.durationMs === null ? null : options.durationMs / 1000),
    ...switched('--strict', options.strict),
    ...(path.resolve(options.out) === project.reports ? [] : ['--out', options.out]),
  ];
}

function whoDecides({ agent, adapter }: Options): string[] {
  if (agent === null) return ['--adapter', adapter];
  const who =
    'command' in agent
      ? ['--agent-command', agent.command, ...valued('--agent-id', agent.id)]
      : ['--agent', agent.named];
  return [...who, ...valued('--door', agent.door ?? null)];
}

function valued(flag: string, value: string | number | null): string[] {
  return value === null ? [] : [flag, typeof value === 'number' ? decimal(value) : value];
}

function switched(flag: string, isOn: boolean): string[] {
  return isOn ? [flag] : [];
}
