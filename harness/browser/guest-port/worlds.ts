type Context = { id: number; uniqueId?: string; auxData?: { isDefault?: boolean } };

/**
 * Which scripts of a guest run in a page's own world, where a page's scripts run. Libraries keep worlds of their own for
 * looking at a page; what runs there is no action.
 */
export class Worlds {
  /** By session and id: those that are not a page's own. */
  private readonly isolated = new Set<string>();

  /** Takes an event of the domain Runtime. */
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
    const { context } = params as { context: Context }; // the browser speaks by the protocol
    if (context.auxData?.isDefault !== false) return;
    this.isolated.add(`${sessionId}:${context.id}`);
    if (context.uniqueId) this.isolated.add(`${sessionId}:${context.uniqueId}`);
  }

  /** Whether what these parameters of `Runtime.evaluate` or `Runtime.callFunctionOn` ask for runs in a page's own world. */
  isOwn(sessionId: string, params: Record<string, unknown>): boolean {
    const { contextId, uniqueContextId, executionContextId, objectId } = params;
    // The middle one of three numbers is the context's.
    const ofObject = typeof objectId === 'string' ? /^-?\d+\.(\d+)\.\d+$/.exec(objectId)?.[1] : undefined;
    const context = contextId ?? uniqueContextId ?? executionContextId ?? ofObject;
    return context === undefined || !this.isolated.has(`${sessionId}:${context}`);
  }
}
