import { forgedDocument, forgedEnd, wantedOf } from './forging/forge.ts';
import { defineNegativeControl } from './negative-control.ts';
import { spoofMoves } from './spoof.ts';

export const spoofNetwork = defineNegativeControl({
  id: 'spoof-network',
  summary: 'forges the page like the control spoof, then answers the requests of the second observation',
  lacks: ({ script, answerRequests }) =>
    script && answerRequests ? null : 'it gives no browser-level session',
  mustEnd: forgedEnd,
  moves: async (task, server, options) => {
    const { answerRequests } = server;
    if (!answerRequests) throw new Error(`${server.id} gives no browser-level session`);
    const body = forgedDocument(wantedOf(task.success));
    return [
      ...(await spoofMoves(task, server, options)),
      {
        call: answerRequests,
        values: {
          script: `async (page) => {
            await page.context().route('**/*', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: ${JSON.stringify(body)} }));
          }`,
        },
      },
    ];
  },
});
