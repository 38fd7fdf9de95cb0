export { createEmbed as createHost } from '../../gym/host/create-embed.ts';
