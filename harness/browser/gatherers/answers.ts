import { defineBrowserGatherer } from './gatherer.ts';

/** Empty before the end, because the agent may still answer. */
export const answers = defineBrowserGatherer({
  kind: 'answer',
  gather: (asked, { options: { told } }) =>
    asked.length === 0 || told?.answer === undefined ? {} : { answer: { text: told.answer } },
});
