import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { FailingRequest } from '../exercises/failing-request.ts';
import { drillOf } from './helpers/drill-of.ts';

const unknown = { wait: 'It is not known' };

export const template = drillOf<FailingRequest>({
  id: 'failing-request',
  title: 'Request that fails, then works',
  goal: ({ invoice }) => `Pay invoice ${invoice}. It must be paid exactly once, whatever happens.`,
  deeds: ({ invoice }) => [{ invoice }],
  ways: ({ invoice, isTaken }) => {
    const pay = { click: { role: 'button', name: `Pay ${invoice}` } };
    const look = { click: { role: 'link', name: 'Payments that were taken' } };
    const back = { click: { role: 'link', name: 'Invoices' } };
    const then = (again: RawStep): RawStep[] =>
      isTaken
        ? [{ wait: `${invoice} was taken` }, { done: {} }]
        : [{ wait: 'None was taken yet.' }, back, again, { wait: `${invoice} is paid.` }, { done: {} }];
    return [[pay, unknown, look, ...then(pay)]];
  },
  wrongWays: ({ invoice, isTaken }) => {
    const pay = { click: { role: 'button', name: `Pay ${invoice}` } };
    // A second press without a check pays twice. No second press leaves the invoice unpaid.
    return isTaken
      ? [[pay, unknown, pay, { wait: `${invoice} is paid.` }, { done: {} }]]
      : [[pay, unknown, { done: {} }]];
  },
});
