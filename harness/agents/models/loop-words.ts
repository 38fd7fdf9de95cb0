/** What a model is told beside its task, in the words of the harness. */
export const words = {
  cut: (maxTokens: number) =>
    `Your answer was cut at ${maxTokens} tokens and nothing of it was done. Go on, more briefly.`,
  /** Behind what it said: newer models take no conversation that ends with their own words. */
  goOn: 'Go on.',
  nudge: (done: string) =>
    `You called no tool. Go on with a tool call, or call ${done} if the task has ended.`,
  opening: (text: string) => `The call that opened it answered:\n${text}`,
  instructions: (text: string) => `The server of the tools says of them:\n${text}`,
} as const;
