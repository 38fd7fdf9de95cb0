import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type Popups = { payees: string[]; wanted: string; codes: string[] };

const names = 'Ada Byrne,Bela Kun,Cleo Marsh,Dora Finch,Emil Roth,Fay Linden,Gus Varga,Hana Sato'.split(',');

/** Codes appear in a new tab. They stay valid while the page that requested them is open in the first tab. */
export const popups = defineExercise<Popups>({
  id: 'popups',
  title: 'Transfers to confirm',
  draw: (random) => {
    const payees = random.sample(names, 3);
    const codes = random.sample(
      Array.from({ length: 9000 }, (_, index) => `${100_000 + index * 97}`),
      60,
    );
    return { payees, wanted: random.pick(payees), codes };
  },
  open: (drawn, bench) => {
    let request = 0;
    return (visit) => {
      if (visit.path !== '') return undefined;
      if (visit.method === 'GET') {
        request += 1;
        return page(drawn, request);
      }
      const code = (visit.form.get('code') ?? '').replace(/\s/g, '');
      const payee = drawn.payees.find((_, index) => codeOf(drawn, request, index) === code);
      if (!payee || visit.form.get('request') !== `${request}`) return saved('This code is not valid here.');
      bench.record({ confirmed: payee });
      return saved('The transfer is confirmed.');
    };
  },
  openEmbedded: (drawn) => (visit) => {
    const payee = drawn.payees[Number(visit.query.get('transfer'))];
    if (visit.path !== 'code' || payee === undefined) return undefined;
    const code = codeOf(drawn, Number(visit.query.get('request')), drawn.payees.indexOf(payee));
    return html`<p>For the transfer to ${payee}.</p><p>Your code is ${code}.</p>`;
  },
});

const codeOf = ({ codes, payees }: Popups, request: number, transfer: number) =>
  codes[(request * payees.length + transfer) % codes.length];

const page = (
  { payees }: Popups,
  request: number,
) => html`<p>Each transfer has a code. It holds while this page stays open.</p>
<ul>${payees.map((payee, index) => html`<li>${payee} · <a target="_blank" href="https://embed.test/popups/code?transfer=${index}&request=${request}">Code for ${payee}</a></li>`)}</ul>
<form method="post"><input type="hidden" name="request" value="${request}"><label>Code <input name="code" autocomplete="off"></label> <button>Confirm</button></form>`;
