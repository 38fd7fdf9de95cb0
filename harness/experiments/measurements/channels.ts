import { defineMeasurement } from './measurement.ts';

export const channels = defineMeasurement({
  command: 'channels',
  summary: 'measure which hidden texts of a page reach an agent through each tool of a server',
  folder: 'channels',
  checks: 'a stored result',
  options: {},
  work: async () => (await import('../channels/read-channels.ts')).channelsWork,
});
