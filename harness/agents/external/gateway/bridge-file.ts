import { fileURLToPath } from 'node:url';

/** The program that speaks MCP over its standard streams with the gateway whose address is its argument. */
export const bridgeFile = fileURLToPath(new URL('./stdio-bridge.mjs', import.meta.url));
