import type { Handlers, Send } from './handlers.ts';

/** Forbidden for the browser, because the answers are on the disk. `view-source:` requests the same address. */
export const filePatterns = [{ urlPattern: 'file://*' }];

/** Refuses requests for files in all tabs and workers. It works together with a guest's own interception. */
export class FileGuard {
  readonly refused: string[] = [];
  private readonly send: Send;

  constructor(send: Send) {
    this.send = send;
  }

  async start(): Promise<void> {
    await this.send('Fetch.enable', { patterns: filePatterns }, '');
  }

  readonly handlers: Handlers = {
    'Fetch.requestPaused': ({ requestId, request: { url }, responseStatusCode }, sessionId) => {
      if (!isFile(url) || responseStatusCode !== undefined) return;
      this.refused.push(url);
      void this.send('Fetch.failRequest', { requestId, errorReason: 'AccessDenied' }, sessionId);
    },
  };
}

export function isFile(url: string): boolean {
  return url.startsWith('file:');
}
