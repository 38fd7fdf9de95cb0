type Context = { id: number; uniqueId?: string; auxData?: { isDefault?: boolean } };

/**
 * Tells which scripts of a guest run in a page's own world, together with the page's scripts. Libraries read pages from
 * isolated worlds; scripts there are not actions.
 */
export class Worlds {
  /** The isolated worlds, by session and id. */
  private readonly isolated = new Set<string>();

  /** Receives the events of the domain Runtime. */
  hear({
    method,
    params = {},
    sessionId = '',
  }: {
    method?: string;
    params?: object;
    sessionId?: string | undefined;
  }): void {
    if (method === 'Runtime.executionContextsCleared')
      for (const key of this.isolated) if (key.startsWith(`${sessionId}:`)) this.isolated.delete(key);
    if (method !== 'Runtime.executionContextCreated') return;
    const { context } = params as { context: Context }; // as in the protocol
    if (context.auxData?.isDefault !== false) return;
    this.isolated.add(`${sessionId}:${context.id}`);
    if (context.uniqueId) this.isolated.add(`${sessionId}:${context.uniqueId}`);
  }

  /** Whether `Runtime.evaluate` or `Runtime.callFunctionOn` with these parameters runs in a page's own world. */
  isOwn(sessionId: string, params: Record<string, unknown>): boolean {
    const { contextId, uniqueContextId, executionContextId, objectId } = params;
    // The middle number of the three is the context's id.
    const ofObject = typeof objectId === 'string' ? /^-?\d+\.(\d+)\.\d+$/.exec(objectId)?.[1] : undefined;
    const context = contextId ?? uniqueContextId ?? executionContextId ?? ofObject;
    return context === undefined || !this.isolated.has(`${sessionId}:${context}`);
  }
}
