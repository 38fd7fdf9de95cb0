import type { Run } from '../../harness/result/result.ts';
import { taskCaps } from '../../harness/task/task-caps.ts';

/** The command line that plays a run again. */
export function runCommand({ suite, config }: Run): string {
  const { adapter, model, server, web, trials, workers, limits } = config;
  const flags: [string, string][] = [
    ['--suite', suite],
    ['--server', server.id],
    ['--adapter', adapter],
    ['--web', web],
  ];
  if (model !== null) flags.push(['--model', model.asked]);
  if (trials !== 1) flags.push(['--trials', String(trials)]);
  if (workers !== 1) flags.push(['--workers', String(workers)]);
  if (limits.maxSteps < taskCaps.maxSteps) flags.push(['--max-steps', String(limits.maxSteps)]);
  return ['npm run harness --', ...flags.map(([flag, value]) => `${flag} ${quoted(value)}`)].join(' ');
}

/** As a POSIX shell takes it. */
function quoted(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
