/** What `new task` writes for its author to replace. */
const placeholders = {
  title: 'What is found, in a few words',
  goal: 'Say where to go and what must be in view at the end. Do not say the answer.',
  contains: 'The words that only the right page has',
} as const;

/** A task file to start from. */
export function taskTemplate(id: string, startUrl: string): string {
  return `---
id: ${id}
title: ${placeholders.title}
goal: ${placeholders.goal}
startUrl: ${startUrl}
judge: end
verify: reload
maxSteps: 30
maxDurationMs: 120000
maxUsd: 0.5
setup: { clearCookies: true, viewport: { width: 1280, height: 800 } }
tags: []
success:
  kind: and
  children:
    - { kind: url, pattern: '^https://example\\.org/$' }
    - { kind: dom_text, selector: h1, contains: '${placeholders.contains}' }
---
Why this contract is right, what may drift, and what to do then.
`;
}

/** The fields that nobody has filled in yet, each with what stands there. */
export function unfilledFields({
  title,
  goal,
  success,
}: Record<string, unknown>): [field: string, text: string][] {
  const isIn = (value: unknown, text: string) => JSON.stringify(value ?? null).includes(text);
  const fields: [string, unknown, string][] = [
    ['title', title, placeholders.title],
    ['goal', goal, placeholders.goal],
    ['success', success, placeholders.contains],
  ];
  return fields.flatMap(([field, value, text]) => (isIn(value, text) ? [[field, text]] : []));
}
