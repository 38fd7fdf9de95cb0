import { capabilities } from './capabilities.ts';
import { channels } from './channels.ts';
import { costs } from './costs.ts';
import type { Measurement } from './measurement.ts';

/** In the order of the help text. */
export const measurements: readonly Measurement[] = [capabilities, channels, costs];
