import { pagerOf } from '../../site/pager-of.ts';
import { saidOnce } from './notice-bar.ts';

export const pager = pagerOf({ before: 'Previous', after: 'Next', without: saidOnce });
