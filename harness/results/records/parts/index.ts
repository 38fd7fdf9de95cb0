import { Capabilities } from './capabilities.ts';
import { Cost } from './cost.ts';
import { Exposure } from './exposure.ts';
import { Honesty } from './honesty.ts';
import { Install } from './install.ts';
import { Reach } from './reach.ts';
import { Tools } from './tools.ts';

/** The own fields of each part of a server's record, in the order of the record. */
export const partSchemas = {
  install: Install,
  tools: Tools,
  cost: Cost,
  capabilities: Capabilities,
  exposure: Exposure,
  honesty: Honesty,
  reach: Reach,
};
export type PartId = keyof typeof partSchemas;
