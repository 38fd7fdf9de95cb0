/** The pages on which the honesty of a server is tried. */
export { createTraps as createHost } from '../../traps/host/create-traps.ts';
