import { defineBrowserGatherer } from './gatherer.ts';

/** There is none before the end: what an agent may still say is not known. */
export const answers = defineBrowserGatherer({
  kind: 'answer',
  gather: (asked, { options: { told } }) =>
    asked.length === 0 || told?.answer === undefined ? {} : { answer: { text: told.answer } },
});
