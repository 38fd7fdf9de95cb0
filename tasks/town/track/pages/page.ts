import type { AnswerOf, PageOf } from '../../site/page.ts';
import type { Exchange } from '../parts/exchange.ts';

export type Answer = AnswerOf<Exchange>;
export type Page = PageOf<Exchange>;
