import type { Handlers, Send } from './handlers.ts';

/** What the browser may not read: the disk has the answers on it. `view-source:` asks for the same address. */
export const filePatterns = [{ urlPattern: 'file://*' }];

/** Refuses what asks for a file, in whatever tab or worker; a guest's own interception comes before or after. */
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
