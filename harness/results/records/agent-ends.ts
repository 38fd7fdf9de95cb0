/** How the process of a third-party agent ended abnormally, with the words of the closing table. */
export const agentEnds = {
  crashed: 'crashed',
  killed: 'killed by a signal',
  over_limit: 'over a limit of resources',
  running: 'still running at the time limit',
  idle: 'asked for nothing',
} as const;

export type AgentEndKind = keyof typeof agentEnds;

// The keys of a record are strings to the type checker.
export const agentEndKinds = Object.keys(agentEnds) as [AgentEndKind, ...AgentEndKind[]];
