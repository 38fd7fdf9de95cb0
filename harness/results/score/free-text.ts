import type { FreeText } from '../../task/transcripts/redact.ts';

const each = (below: FreeText): FreeText => ({ '*': below });
const page: FreeText = { url: 'free', fingerprint: 'kept' };
const answer = { sha256: 'kept', said: 'free' } as const;
/** The texts of the element that a call acted on. */
export const actedOnText: FreeText = { role: 'kept', name: 'free', frame: 'free' };
const drift: FreeText = { expected: 'free', actual: 'free' };
const dialog: FreeText = { type: 'kept', message: 'free' };

const facts: Record<string, FreeText> = {
  url: 'free',
  unreadable: 'free',
  texts: each({ pieces: 'free', error: 'free' }),
  counts: each({ error: 'free' }),
  requests: each({ url: 'free' }),
  dialog,
  screenshot: { error: 'free' },
  changes: each({
    error: 'free',
    changes: each({ table: 'kept', key: 'kept', before: 'free', after: 'free' }),
  }),
  elsewhere: each({ host: 'kept', table: 'kept', key: 'kept' }),
  answer: { text: 'free' },
  rewards: each({ error: 'free', end: { reason: 'free' }, refused: 'free' }),
};
export const factsText: FreeText = facts;
/** The texts of facts, or of the reason why there are none. */
const secondText: FreeText = { ...facts, unavailable: 'free' };

export const trajectoryText: FreeText = {
  opening: { ...answer, tool: 'kept' },
  start: page,
  steps: each({
    call: { tool: 'kept', args: 'free', storedArgs: 'free' },
    answer,
    page,
    on: actedOnText,
  }),
  observations: {
    first: factsText,
    second: secondText,
    withCookies: secondText,
    texts: { first: 'kept', second: 'kept', withCookies: 'kept' },
  },
  stop: { error: 'free', drift },
  driftAtEnd: drift,
  webFault: 'free',
  endedGuest: 'kept',
  missedRequest: 'free',
  usage: { answered: 'free', unpriced: 'free' },
  report: { answer: 'free', storedAnswer: { find: 'free' }, stopReason: 'free', ended: 'free' },
};

/** Evidence holds texts of the contract beside observed texts. */
const evidence: Record<string, FreeText> = {
  reason: 'free',
  selector: 'kept',
  wanted: 'free',
  preview: 'free',
  pattern: 'free',
  observed: 'free',
  urlPattern: 'free',
  lastMatch: { url: 'free' },
  open: dialog,
  classId: 'kept',
  nearest: 'kept',
  host: 'kept',
  missing: 'free',
  unexpected: 'free',
  said: 'free',
  refused: 'free',
};
evidence.children = each(evidence);
export const evidenceText: FreeText = evidence;

const clauseText: FreeText = { name: 'kept', wanted: 'free', observed: 'free' };

export const verdictText: FreeText = {
  evidence: evidenceText,
  clauses: each(clauseText),
  failed: clauseText,
};

export const resultText: FreeText = {
  taskId: 'kept',
  templateId: 'kept',
  answer: 'free',
  stopReason: 'free',
  agentEnd: 'free',
  costUnknown: 'free',
  finalUrl: 'free',
  failedPostcondition: clauseText,
  verdict: { clauses: each({ name: 'kept', observed: 'free' }) },
  drift,
  error: 'free',
  lastTool: 'kept',
  lastServerError: { tool: 'kept', said: 'free' },
  missedRequest: 'free',
  artifacts: { events: 'kept', report: 'kept', screenshot: 'kept' },
};
