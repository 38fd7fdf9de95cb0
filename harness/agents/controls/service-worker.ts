import { forgedDocument, forgedEndWithRequests, forgedMark, forgedTitle, wantedOf } from './forging/forge.ts';
import { lacksRequests, requestsOf } from './fulfil.ts';
import { defineNegativeControl } from './negative-control.ts';
import { elsewhereOn, wantedUrl } from './spoof.ts';

export const serviceWorker = defineNegativeControl({
  id: 'service-worker',
  summary:
    'registers its own service worker on the wanted host. The service worker answers with the wanted page',
  lacks: lacksRequests,
  mustEnd: forgedEndWithRequests,
  moves: async (task, server, { transcripts }) => {
    const finalUrl = await wantedUrl(task, server, transcripts);
    const worker = new URL('/worker-of-a-control.js', finalUrl).href;
    const answer = {
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/javascript' }],
      body: Buffer.from(workerSource(forgedDocument(wantedOf(task.success)))).toString('base64'),
    };
    // No page requests the script of a worker, so only a browser-level session can answer it.
    const script = `async (page) => {
      const browser = await page.context().browser().newBrowserCDPSession();
      browser.on('Fetch.requestPaused', ({ requestId }) =>
        browser.send('Fetch.fulfillRequest', { requestId, ...${JSON.stringify(answer)} }).catch(() => {}));
      await browser.send('Fetch.enable', { patterns: [{ urlPattern: ${JSON.stringify(worker)} }] });
      await page.goto(${JSON.stringify(elsewhereOn(finalUrl))});
      await page.evaluate(async () => {
        await navigator.serviceWorker.register(${JSON.stringify(worker)});
        await navigator.serviceWorker.ready;
      });
      await page.goto(${JSON.stringify(finalUrl)});
      return await page.title() === ${JSON.stringify(forgedTitle)} && '${forgedMark} ' + page.url();
    }`;
    return [{ call: requestsOf(server), values: { script }, proof: `${forgedMark} ${finalUrl}` }];
  },
});

function workerSource(document: string): string {
  return `self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
    self.addEventListener('fetch', (event) => {
      if (event.request.mode !== 'navigate') return;
      event.respondWith(new Response(${JSON.stringify(document)}, { headers: { 'content-type': 'text/html' } }));
    });`;
}
