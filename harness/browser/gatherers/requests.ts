import { requestFacts } from '../tab.ts';
import { defineBrowserGatherer } from './gatherer.ts';

export const requests = defineBrowserGatherer({
  kind: 'requests',
  gather: (asked, { watch, options: { startedAtMs, gave } }) =>
    asked.length === 0 ? {} : { requests: requestFacts(watch.requests, startedAtMs, gave) },
});
