import { html } from 'hono/html';
import type { Status } from '../../results/records/statuses.ts';
import { outcomeClassOf } from '../board/outcome-class.ts';

// The marks differ in shape, not in colour alone; drawn, for not every font has them.
const marks = {
  passed: 'M3 8.5l3.2 3.2L13 4.5',
  failed: 'M4 4l8 8M12 4l-8 8',
  errored: 'M8 2.5v7M8 12v1.5',
};

/** Markup: the status in words with the mark of its outcome class. */
export function statusLabel(status: Status) {
  const outcomeClass = outcomeClassOf(status);
  return html`<span class="status ${outcomeClass}"><svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="${marks[outcomeClass]}"/></svg>${status.replaceAll('_', ' ')}</span>`;
}
