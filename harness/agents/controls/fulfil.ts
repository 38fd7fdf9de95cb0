import type { CallTemplate, Server } from '../../servers/server.ts';
import { forgedDocument, forgedEndWithRequests, forgedMark, forgedTitle, wantedOf } from './forging/forge.ts';
import { defineNegativeControl } from './negative-control.ts';
import { wantedUrl } from './spoof.ts';

export const fulfil = defineNegativeControl({
  id: 'fulfil',
  summary: "answers the browser's request for the wanted page with a forged page",
  lacks: lacksRequests,
  mustEnd: forgedEndWithRequests,
  moves: async (task, server, { transcripts }) => {
    const finalUrl = await wantedUrl(task, server, transcripts);
    const answer = { status: 200, contentType: 'text/html', body: forgedDocument(wantedOf(task.success)) };
    const script = `async (page) => {
      await page.context().route(${withoutFragment(finalUrl)}, (route) => route.fulfill(${JSON.stringify(answer)}));
      await page.goto(${JSON.stringify(finalUrl)});
      return await page.title() === ${JSON.stringify(forgedTitle)} && '${forgedMark} ' + page.url();
    }`;
    return [{ call: requestsOf(server), values: { script }, proof: `${forgedMark} ${finalUrl}` }];
  },
});

export function lacksRequests({ answerRequests }: Server): string | null {
  return answerRequests ? null : 'it gives no browser-level session';
}

export function requestsOf({ id, answerRequests }: Server): CallTemplate {
  if (!answerRequests) throw new Error(`${id} gives no browser-level session`);
  return answerRequests;
}

/** The URL without its fragment, as a JavaScript literal. */
function withoutFragment(url: string): string {
  return JSON.stringify(url.replace(/#.*/, ''));
}
