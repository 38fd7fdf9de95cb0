/**
 * What an answer of an API that is no success means for an episode and its run.
 * `wait`: the same request may do later. `ends_run`: the API takes nothing of ours, so that no later episode could do
 * better. `moderated`: it refused what was said. `context`: what was said is longer than it takes. `refused`: the rest.
 */
export type RefusalKind = 'wait' | 'ends_run' | 'moderated' | 'context' | 'refused';

export function refusalKind(status: number, body: string): RefusalKind {
  if (status === 403) return isModeration(body) ? 'moderated' : 'ends_run';
  if (status === 401 || status === 402 || status === 404 || isSpent(body)) return 'ends_run';
  if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) return 'wait';
  if (isTooLong(body)) return 'context';
  return isModeration(body) ? 'moderated' : 'refused';
}

/**
 * Money or quota that waiting does not bring back. Not `exceeded your current quota`: Google says so of a minute's too,
 * and tells a day's by its id.
 */
function isSpent(body: string): boolean {
  return /credit balance is too low|insufficient_quota|insufficient_(credits|funds|balance)|insufficient (credits|funds|balance)|billing_hard_limit_reached|billing_not_active|out of credits|RequestsPerDay|InputTokensPerDay/i.test(
    body,
  );
}

function isTooLong(body: string): boolean {
  return /context_length_exceeded|prompt is too long|maximum context length|context window|context length|input token count.{0,40}exceeds|request_too_large|too many (input )?tokens|exceeds? the (available )?context/i.test(
    body,
  );
}

function isModeration(body: string): boolean {
  return /flagged_input|moderation|content_policy|content_filter|content policy|responsible_?ai|PROHIBITED_CONTENT/i.test(
    body,
  );
}
