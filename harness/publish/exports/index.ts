import { atif } from './atif.ts';
import { eee } from './eee.ts';
import type { ExportFormat } from './export.ts';
import { inspect } from './inspect.ts';
import { otel } from './otel.ts';

export const exportFormats: readonly ExportFormat[] = [atif, inspect, eee, otel];
