import type { PageOf } from '../../site/page.ts';
import type { Exchange } from '../parts/exchange.ts';

export type Page = PageOf<Exchange>;
