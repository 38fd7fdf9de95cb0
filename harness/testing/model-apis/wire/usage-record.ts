import type { Answer } from './script.ts';

/** The usage that an answer reports, with what the script wants wrong with it. Undefined where it is to be left out. */
export function usageRecord(usage: Answer['usage'], record: Record<string, unknown>): unknown {
  if (usage === 'none') return undefined;
  if (usage === 'empty') return {};
  if (usage === 'partial') return Object.fromEntries(Object.entries(record).slice(0, 1));
  if (usage === 'null') return Object.fromEntries(Object.keys(record).map((key) => [key, null]));
  return record;
}
