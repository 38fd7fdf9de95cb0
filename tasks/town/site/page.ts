/** `undefined` where there is nothing at that address. */
export type AnswerOf<Exchange> = (exchange: Exchange) => Response | Promise<Response> | undefined;

export type SiteOf<Exchange> = {
  get(path: string, answer: AnswerOf<Exchange>): void;
  post(path: string, answer: AnswerOf<Exchange>): void;
};

/** A kind of page: what it shows, and what its forms do. */
export type PageOf<Exchange> = (site: SiteOf<Exchange>) => void;
