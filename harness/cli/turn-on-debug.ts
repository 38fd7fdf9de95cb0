import { debugNames, namesIn, tellDebug, unknownIn } from '../platform/debug.ts';
import { redactorFor } from '../task/transcripts/redact.ts';
import type { Context } from './commands/command.ts';

/** Logs the messages that `DEBUG` selects to standard error, without the secrets of the environment and of password fields. */
export function turnOnDebug(env: NodeJS.ProcessEnv, log: Context['log']): void {
  const asked = env.DEBUG ?? '';
  const unknown = unknownIn(asked);
  if (unknown.length > 0)
    log(
      `DEBUG: found ${unknown.join(', ')}; allowed are contract-bench:${Object.keys(debugNames).join(', contract-bench:')}`,
    );
  const names = namesIn(asked);
  const redact = redactorFor(env);
  if (names.size > 0) tellDebug({ names, redact: (value) => redact(value, 'free'), write: log });
}
