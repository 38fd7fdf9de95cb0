/** A task to sign in on `<host>.fixture.test`, as Markdown; it ends on `/in`, which says "Welcome". */
export const signInTask = (id: string, host: string, goal: string) => `---
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
    - { kind: dom_text, selector: h1, contains: Welcome }
---
why
`;
