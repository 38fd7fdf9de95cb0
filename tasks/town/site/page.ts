/** `undefined` if the address does not exist. */
export type AnswerOf<Exchange> = (exchange: Exchange) => Response | Promise<Response> | undefined;

export type SiteOf<Exchange> = {
  get(path: string, answer: AnswerOf<Exchange>): void;
  post(path: string, answer: AnswerOf<Exchange>): void;
};

/** A kind of page: its views and its form actions. */
export type PageOf<Exchange> = (site: SiteOf<Exchange>) => void;
