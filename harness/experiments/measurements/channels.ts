import { defineMeasurement } from './measurement.ts';

export const channels = defineMeasurement({
  command: 'channels',
  summary: 'which hidden texts of a page reach an agent through a server, tool by tool',
  folder: 'channels',
  checks: 'a stored result',
  options: {},
  work: async () => (await import('../channels/read-channels.ts')).channelsWork,
});
