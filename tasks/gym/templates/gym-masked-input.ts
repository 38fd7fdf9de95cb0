import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { MaskedInput } from '../exercises/masked-input.ts';
import { drillOf } from './helpers/drill-of.ts';

const save: readonly RawStep[] = [
  { click: { role: 'button', name: 'Confirm' } },
  { wait: 'Saved.' },
  { done: {} },
];

const formatted = (phone: string) => `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;
const byPlace = (code: string): RawStep[] =>
  [...code].map((text, index) => ({ fill: { label: `Digit ${index + 1}`, text } }));

export const template = drillOf<MaskedInput>({
  id: 'masked-input',
  title: 'Masked and split inputs',
  goal: ({ phone, code }) => `Confirm the phone number ${phone} with the code ${code}.`,
  deeds: ({ phone, code }) => [{ phone: formatted(phone), code }],
  ways: ({ phone, code }) => [
    [{ fill: { label: 'Phone', text: phone } }, ...byPlace(code), ...save],
    [{ type: { label: 'Phone', text: phone } }, { type: { label: 'Digit 1', text: code } }, ...save],
    [
      {
        script: {
          code: `() => {
            const put = (field, value) => { field.value = value; field.dispatchEvent(new Event('input')); };
            put(document.querySelector('[name=phone]'), '${phone}');
            [...document.querySelectorAll('[name=digit]')].forEach((field, index) => put(field, '${code}'[index]));
          }`,
        },
      },
      ...save,
    ],
  ],
  // The whole code is typed into the first field.
  wrongWays: ({ phone, code }) => [
    [{ fill: { label: 'Phone', text: phone } }, { fill: { label: 'Digit 1', text: code } }, ...save],
  ],
});
