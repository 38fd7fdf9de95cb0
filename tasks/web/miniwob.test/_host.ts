export { createMiniwob as createHost } from '../../miniwob/host/create-miniwob.ts';
