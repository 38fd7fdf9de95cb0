/** A task to sign in on `<host>.fixture.test`, as Markdown; it ends on `/in`, where what is looked at says "Welcome". */
export const signInTask = (id: string, host: string, goal: string, lookedAt = 'h1') => `---
id: ${id}
title: Sign in
goal: '${goal}'
startUrl: https://${host}.fixture.test/
judge: end
verify: live
maxSteps: 10
maxDurationMs: 60000
success:
  kind: and
  children:
    - { kind: url, pattern: '^https://${host}\\.fixture\\.test/in' }
    - { kind: dom_text, selector: ${lookedAt}, contains: Welcome }
---
why
`;
