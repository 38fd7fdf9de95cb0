import type { Exchange } from '../parts/exchange.ts';

/** `undefined` where there is nothing at that address. */
export type Answer = (exchange: Exchange) => Response | Promise<Response> | undefined;

export type Site = { get(path: string, answer: Answer): void; post(path: string, answer: Answer): void };

/** A kind of page: what it shows, and what its forms do. */
export type Page = (site: Site) => void;
