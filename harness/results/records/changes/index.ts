import type { PartId } from '../parts/index.ts';
import { capabilitiesChange } from './capabilities.ts';
import { costChange } from './cost.ts';
import { exposureChange } from './exposure.ts';
import { honestyChange } from './honesty.ts';
import { installChange } from './install.ts';
import { reachChange } from './reach.ts';
import { toolsChange } from './tools.ts';

/** How each part differs between two releases, in the order of a report. */
export const partChanges = {
  tools: toolsChange,
  cost: costChange,
  capabilities: capabilitiesChange,
  honesty: honestyChange,
  exposure: exposureChange,
  reach: reachChange,
  install: installChange,
} satisfies Record<PartId, unknown>;

/** What `compare` of a part returns. */
export type ChangeOf<Id extends PartId> = ReturnType<(typeof partChanges)[Id]['compare']>;
