import { defineControl } from './control.ts';
import { forgedDocument, forgedEndWithRequests, forgedMark, forgedTitle, wantedOf } from './forge.ts';
import { lacksRequests, requestsOf } from './fulfil.ts';
import { elsewhereOn, wantedUrl } from './spoof.ts';

export const serviceWorker = defineControl({
  id: 'service-worker',
  summary: 'registers a service worker of its own making on the wanted host, which answers the wanted page',
  lacks: lacksRequests,
  mustEnd: forgedEndWithRequests,
  moves: async (task, server, { transcripts }) => {
    const finalUrl = await wantedUrl(task, server, transcripts);
    const worker = new URL('/worker-of-a-control.js?', finalUrl).href;
    const script = `async (page) => {
      const session = await page.context().newCDPSession(page);
      (${answerWorkers})(session, ${JSON.stringify(workerSource(forgedDocument(wantedOf(task.success))))});
      await session.send('Target.setAutoAttach', ${JSON.stringify(workersAlone)});
      await page.goto(${JSON.stringify(elsewhereOn(finalUrl))});
      await page.evaluate(async () => {
        // Other clients can start the worker before its script can be answered here: each attempt is another worker.
        for (let attempt = 0; attempt < 40; attempt++) {
          const done = await navigator.serviceWorker.register(${JSON.stringify(worker)} + attempt).catch(() => null);
          if (done) return navigator.serviceWorker.ready.then(() => true);
        }
      });
      await page.goto(${JSON.stringify(finalUrl)});
      return await page.title() === ${JSON.stringify(forgedTitle)} && '${forgedMark} ' + page.url();
    }`;
    return [{ call: requestsOf(server), values: { script }, proof: `${forgedMark} ${finalUrl}` }];
  },
});

/** With messages to their sessions in messages to this one: the tool hands out no others. */
const workersAlone = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: false,
  filter: [{ type: 'service_worker' }],
};

type Session = {
  on(event: string, take: (params: Record<string, string>) => void): void;
  send(method: string, params: object): Promise<unknown>;
};

/** Runs in the server: its source is sent there. Gives every worker that is to start the same script. */
function answerWorkers(page: Session, source: string): void {
  let lastId = 0;
  const tell = (sessionId: string | undefined, method: string, params = {}) => {
    lastId += 1;
    const message = JSON.stringify({ id: lastId, method, params });
    page.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => {});
  };
  page.on('Target.attachedToTarget', ({ sessionId }) => {
    tell(sessionId, 'Fetch.enable');
    tell(sessionId, 'Runtime.runIfWaitingForDebugger');
  });
  page.on('Target.receivedMessageFromTarget', ({ sessionId, message = '' }) => {
    const { method, params } = JSON.parse(message);
    if (method !== 'Fetch.requestPaused') return;
    tell(sessionId, 'Fetch.fulfillRequest', {
      requestId: params.requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/javascript' }],
      body: btoa(source),
    });
  });
}

function workerSource(document: string): string {
  return `self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
    self.addEventListener('fetch', (event) => {
      if (event.request.mode !== 'navigate') return;
      event.respondWith(new Response(${JSON.stringify(document)}, { headers: { 'content-type': 'text/html' } }));
    });`;
}
