/** The most that a task may ask for; a flag can lower a limit and never raise it. */
export const taskCaps = { maxSteps: 100, maxLooks: 300, maxDurationMs: 600_000, maxUsd: 0.5 } as const;
