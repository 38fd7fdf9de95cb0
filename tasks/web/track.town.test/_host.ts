export { createTrack as createHost } from '../../town/track/create-track.ts';
export { createPeople } from '../../town/world/create-people.ts';
