import type { WebSource } from '../../../web/open-web.ts';

const host = 'start.check.test';

export const standInUrl = `https://${host}/`;

/** A web of one page, which answers whoever asks for it. */
export const standInPage: WebSource = {
  kind: 'hermetic',
  standIns: {
    sha256: '',
    lookedIn: [],
    hosts: new Set([host]),
    open: () => ({
      hosts: new Map([
        [
          host,
          () =>
            new Response('<title>A page</title><h1>A page</h1>', {
              headers: { 'content-type': 'text/html' },
            }),
        ],
      ]),
    }),
  },
};
