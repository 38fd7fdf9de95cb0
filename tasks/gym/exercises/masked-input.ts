import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type MaskedInput = { phone: string; code: string };

/** A number that is formatted while it is typed, and a code over six fields that advance the focus. */
export const maskedInput = defineExercise<MaskedInput>({
  id: 'masked-input',
  title: 'Confirm your number',
  draw: (random) => ({
    phone: `555${random.int(1_000_000, 9_999_999)}`,
    code: `${random.int(100_000, 999_999)}`,
  }),
  open:
    (_, bench) =>
    ({ method, path, form: sent }) => {
      if (path !== '') return undefined;
      if (method === 'GET') return form;
      bench.record({ phone: sent.get('phone') ?? '', code: sent.getAll('digit').join('') });
      return saved();
    },
});

const form = html`<form method="post">
<label>Phone <input name="phone" inputmode="tel" autocomplete="off" placeholder="(___) ___-____"></label>
<fieldset><legend>Code</legend>
${[1, 2, 3, 4, 5, 6].map((place) => html`<input name="digit" aria-label="Digit ${place}" maxlength="1" size="1" autocomplete="off"> `)}
</fieldset>
<p><button>Confirm</button></p>
</form>
<script>
const phone = document.querySelector('[name=phone]');
phone.addEventListener('input', () => {
  const digits = phone.value.replace(/\\D/g, '').slice(0, 10);
  const [area, first, rest] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  phone.value = digits.length > 6 ? '(' + area + ') ' + first + '-' + rest : digits.length > 3 ? '(' + area + ') ' + first : area;
});
const places = [...document.querySelectorAll('[name=digit]')];
for (const [index, place] of places.entries())
  place.addEventListener('input', () => { if (place.value) places[index + 1]?.focus(); });
</script>`;
