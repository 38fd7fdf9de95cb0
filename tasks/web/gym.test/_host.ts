/** Its content from another site comes from https://embed.test/. */
export { createGym as createHost } from '../../gym/host/create-gym.ts';
export { createPeople } from '../../town/world/create-people.ts';
