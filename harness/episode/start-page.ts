import type { Answer } from '../servers/answer.ts';
import { openCall } from '../servers/connect-server.ts';
import type { Stage } from './stage.ts';
import { callServer, emitAnswer } from './take-steps.ts';

/** Opens the task's start URL by the server's own call. */
export async function openStart(stage: Stage): Promise<Answer> {
  const { plan, server, log, recorder } = stage;
  const { startUrl } = plan.task;
  const { tool, args } = openCall(plan.server, server.tools, startUrl);
  log.emit({ type: 'navigate', seq: 0, tool, args, url: startUrl });
  const opening = await callServer(stage, tool, args);
  recorder.opened(opening, 0);
  emitAnswer(stage, { seq: 0, tool, durationMs: 0 }, opening);
  return opening;
}

/** Why the start page is not open after that call; null where it is. No agent could do anything about it. */
export function whyNotOpen({ plan, browser }: Stage, { isError, text }: Answer): string | null {
  const tab = browser.judgedTab();
  const said = plan.redact(text).trim().slice(0, 300);
  if (isError) return `the start page did not open: ${said}`;
  if (tab?.errorPage) return `the start page did not open: the browser shows an error in its place: ${said}`;
  const status = tab?.documentStatus ?? null;
  // Pages of ours may be errors on purpose; a site that answers so lets nobody in.
  if (plan.web.kind === 'live' && status !== null && status >= 400)
    return `the start page did not open: the site answers ${status}`;
  return null;
}
