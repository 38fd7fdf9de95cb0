/** What MCP calls the result of a tool. */
export type ToolResult = Record<string, unknown>;

/** A call that waits for its answer. */
export type GatewayCall = {
  tool: string;
  /** As they came: nobody has looked whether they are an object. */
  args: unknown;
  answer(result: ToolResult): void;
};

/** More calls at once than any agent makes. */
const maxWaiting = 256;

/** Calls in the order in which they came, however many come at once. */
export class CallQueue {
  private readonly waiting: GatewayCall[] = [];
  private readonly unanswered = new Set<GatewayCall>();
  private wake: () => void = () => {};
  private closed: string | null = null;

  /** Resolves with what the call is answered. A call that its client gives up before it is taken is never handed out. */
  ask(params: Record<string, unknown>, signal: AbortSignal): Promise<ToolResult> {
    if (this.closed !== null) return Promise.resolve(errorResult(this.closed));
    if (this.unanswered.size >= maxWaiting)
      return Promise.resolve(errorResult(`more than ${maxWaiting} calls wait`));
    return new Promise((resolve) => {
      const call: GatewayCall = {
        tool: String(params.name ?? ''),
        args: params.arguments ?? {},
        answer: (result) => {
          this.unanswered.delete(call);
          resolve(result);
        },
      };
      signal.addEventListener('abort', () => {
        const at = this.waiting.indexOf(call);
        if (at !== -1) this.waiting.splice(at, 1);
        this.unanswered.delete(call);
      });
      this.unanswered.add(call);
      this.waiting.push(call);
      this.wake();
    });
  }

  hasCall(): boolean {
    return this.waiting.length > 0;
  }

  async next(signal: AbortSignal): Promise<GatewayCall> {
    for (;;) {
      signal.throwIfAborted();
      const call = this.waiting.shift();
      if (call) return call;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  close(why: string): void {
    this.closed ??= why;
    this.waiting.length = 0;
    for (const call of [...this.unanswered]) call.answer(errorResult(this.closed));
  }
}

function errorResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
