import { requestFacts } from '../tab.ts';
import { defineBrowserGatherer } from './gatherer.ts';

export const requests = defineBrowserGatherer({
  kind: 'requests',
  gather: (asked, { watch, options: { startedAtMs, gave, told } }) =>
    asked.length === 0
      ? {}
      : { requests: told?.requests?.() ?? requestFacts(watch.requests, startedAtMs, gave) },
});
