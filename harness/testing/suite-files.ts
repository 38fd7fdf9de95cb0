/** The text of a `suite.yaml` made for a test. */
export function suiteYaml(
  id: string,
  {
    tasks,
    hosts = ['a.test'],
    maxSteps = 5,
    starts = true,
    gate = 'transcripts',
    needs,
  }: {
    tasks: readonly string[];
    hosts?: readonly string[];
    maxSteps?: number;
    starts?: boolean;
    gate?: 'transcripts' | 'none';
    needs?: string;
  },
): string {
  const limits = `{ maxSteps: ${maxSteps}, maxDurationMs: 60000, maxUsd: 0.2 }`;
  return [
    `id: ${id}`,
    `title: The suite ${id}`,
    'edition: 1',
    'vocabulary: openchrome',
    'hosts:',
    ...hosts.map((host) => `  - ${host}`),
    `starts: ${starts}`,
    'tasks:',
    ...tasks.map((task) => `  - ${task}`),
    'limits:',
    `  hermetic: ${limits}`,
    `  live: ${limits}`,
    `gate: ${gate}`,
    ...(needs === undefined ? [] : [`needs: ${needs}`]),
    '',
  ].join('\n');
}

/** The text of a task file made for a test: to get from one page of a.test to another. */
export function taskMarkdown(id: string, startUrl = 'https://a.test/'): string {
  return `---
id: ${id}
title: The task ${id}
goal: Get there.
startUrl: ${startUrl}
maxSteps: 5
maxDurationMs: 60000
success: { kind: dom_text, selector: h1, contains: Goal }
---
Why it is right.
`;
}
